package dev.divvy.cache.transfer;

import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingState;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.traffic.PeerConnection;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes tokens away that now belong to others: each lot on a thread of its own, until all of it has arrived, or the grace time of the group
 * is over. When an owner goes before it has everything, the next one gets it.
 */
public final class OutgoingTransfers {

    private static final Logger log = LoggerFactory.getLogger(OutgoingTransfers.class);
    private static final long BETWEEN_ATTEMPTS = 20;

    private record Destination(Peer peer, Fence fence) {}

    private final String name;
    private final RoutingState routing;
    private final ServedTokens servedTokens;
    private final EntryStore shelves;
    private final IncomingTransfers guests;
    private final Function<Peer, PeerConnection> connections;

    /** Opens a connection with {@code connections} for each delivery. */
    public OutgoingTransfers(
            String name,
            RoutingState routing,
            ServedTokens servedTokens,
            EntryStore shelves,
            IncomingTransfers guests,
            Function<Peer, PeerConnection> connections) {
        this.name = name;
        this.routing = routing;
        this.servedTokens = servedTokens;
        this.shelves = shelves;
        this.guests = guests;
        this.connections = connections;
    }

    /** Begins to take these away; the answer is counted down when none of them is here any more. */
    public CountDownLatch take(List<ServedToken> lot) {
        CountDownLatch done = new CountDownLatch(1);
        thread("removal", () -> {
                    try {
                        remove(new ArrayList<>(lot));
                    } finally {
                        done.countDown();
                    }
                })
                .start();
        return done;
    }

    private Thread thread(String what, Runnable work) {
        return DaemonThreads.unstarted("divvy-cache-" + name + "-" + what, work);
    }

    private void remove(List<ServedToken> left) {
        try {
            while (!left.isEmpty()) {
                giveUp(left);
                Map<Destination, List<ServedToken>> lots = sorted(left);
                deliver(lots);
                left.removeIf(served -> served.done());
                if (!left.isEmpty()) {
                    Thread.sleep(BETWEEN_ATTEMPTS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does that
        }
    }

    /** What is held no longer, because it took too long or this node was taken off, belongs to others already. */
    private void giveUp(List<ServedToken> left) {
        List<ServedToken> gone = left.stream().filter(ServedToken::released).toList();
        if (!gone.isEmpty()) {
            long entries = gone.stream().mapToLong(OutgoingTransfers::size).sum();
            log.warn("{}: {} tokens with {} entries were not handed over in time", name, gone.size(), entries);
            gone.forEach(this::end);
            left.removeAll(gone);
        }
    }

    private static long size(ServedToken served) {
        synchronized (served.shelf()) {
            return served.shelf().size();
        }
    }

    /** By where they go. What goes nowhere, or comes back here, is settled at once; what nobody knows yet is left out. */
    private Map<Destination, List<ServedToken>> sorted(List<ServedToken> left) {
        Map<Destination, List<ServedToken>> lots = new LinkedHashMap<>();
        RoutingTable table = routing.table();
        String lineage = table.allocation().map(one -> one.version().lineage()).orElse("");
        for (ServedToken served : left) {
            Peer owner = table.owner(served.token());
            if (table.epoch() < served.fence().epoch()) {
                continue;
            }
            if (owner == null) {
                end(served);
                continue;
            }
            Fence fence = new Fence(lineage, table.since(served.token()));
            if (!owner.name().equals(name)) {
                lots.computeIfAbsent(new Destination(owner, fence), one -> new ArrayList<>())
                        .add(served);
            } else if (!fence.equals(served.fence())) {
                servedTokens.remove(served);
                if (guests.keep(served.token(), fence, served.shelf())) {
                    end(served);
                }
            }
        }
        return lots;
    }

    private void deliver(Map<Destination, List<ServedToken>> lots) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        lots.forEach((to, lot) -> threads.add(thread("delivery", () -> deliver(to, lot))));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void deliver(Destination to, List<ServedToken> lot) {
        long began = System.nanoTime();
        try (TransferWindow pipe = new TransferWindow(connections.apply(to.peer))) {
            TokenTransfer delivery = new TokenTransfer(to.fence, lot, servedTokens, pipe);
            delivery.run();
            lot.forEach(this::end);
            log.info(
                    "{}: handed {} tokens with {} entries to {} in {} ms",
                    name,
                    lot.size(),
                    delivery.entries(),
                    to.peer.name(),
                    (System.nanoTime() - began) / 1_000_000);
        } catch (IOException e) {
            // It is tried again at once and often: most of the time the table is about to name another owner.
            log.debug("{}: {} did not take {} tokens: {}", name, to.peer, lot.size(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does that
        }
    }

    /** Nothing of it is here any more, and the next owner may begin. */
    private void end(ServedToken served) {
        servedTokens.remove(served);
        shelves.drop(served.token(), served.shelf());
        served.release();
    }
}

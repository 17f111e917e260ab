package dev.divvy.cache.transfer;

import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.Peer;
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
 * Transfers tokens that this node lost to their new owners: each set of tokens on a thread of its own, until all of them have arrived or
 * the grace time of the group is over. When an owner leaves before it has everything, the next owner gets it.
 */
public final class OutgoingTransfers {

    private static final Logger log = LoggerFactory.getLogger(OutgoingTransfers.class);
    private static final long RETRY_MILLIS = 20;

    private record Destination(Peer peer, Fence fence) {}

    private final String name;
    private final CurrentRouting routing;
    private final ServedTokens servedTokens;
    private final EntryStore entryStore;
    private final IncomingTransfers incoming;
    private final Function<Peer, PeerConnection> connections;

    /**
     * Creates the transfers of a node.
     *
     * @param connections opens a connection to a node, for one transfer
     */
    public OutgoingTransfers(
            String name,
            CurrentRouting routing,
            ServedTokens servedTokens,
            EntryStore entryStore,
            IncomingTransfers incoming,
            Function<Peer, PeerConnection> connections) {
        this.name = name;
        this.routing = routing;
        this.servedTokens = servedTokens;
        this.entryStore = entryStore;
        this.incoming = incoming;
        this.connections = connections;
    }

    /** Begins to transfer these tokens; the latch is counted down when none of them is here any more. */
    public CountDownLatch begin(List<ServedToken> tokens) {
        CountDownLatch done = new CountDownLatch(1);
        thread("transfers", () -> {
                    try {
                        transferAll(new ArrayList<>(tokens));
                    } finally {
                        done.countDown();
                    }
                })
                .start();
        return done;
    }

    private Thread thread(String role, Runnable action) {
        return DaemonThreads.unstarted("divvy-cache-" + name + "-" + role, action);
    }

    private void transferAll(List<ServedToken> remaining) {
        try {
            while (!remaining.isEmpty()) {
                dropEndedHolds(remaining);
                transferAll(byDestination(remaining));
                remaining.removeIf(ServedToken::isReleased);
                if (!remaining.isEmpty()) {
                    Thread.sleep(RETRY_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // no code interrupts this thread
        }
    }

    /** Drops tokens whose hold ended, because the grace time is over or this node was ejected: other nodes own them already. */
    private void dropEndedHolds(List<ServedToken> remaining) {
        List<ServedToken> dropped =
                remaining.stream().filter(ServedToken::isHoldEnded).toList();
        if (!dropped.isEmpty()) {
            long entries = dropped.stream().mapToLong(OutgoingTransfers::size).sum();
            log.warn("{}: {} tokens with {} entries were not handed over in time", name, dropped.size(), entries);
            dropped.forEach(this::end);
            remaining.removeAll(dropped);
        }
    }

    private static long size(ServedToken served) {
        synchronized (served.store()) {
            return served.store().size();
        }
    }

    /**
     * Groups tokens by their new owner. A token that has no owner, or that this node regained, is settled at once; a token whose loss is
     * not in the routing table yet is left out.
     */
    private Map<Destination, List<ServedToken>> byDestination(List<ServedToken> remaining) {
        Map<Destination, List<ServedToken>> groups = new LinkedHashMap<>();
        RoutingTable table = routing.table();
        String lineage = table.allocation()
                .map(allocation -> allocation.version().lineage())
                .orElse("");
        for (ServedToken served : remaining) {
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
                groups.computeIfAbsent(new Destination(owner, fence), key -> new ArrayList<>())
                        .add(served);
            } else if (!fence.equals(served.fence())) {
                servedTokens.remove(served);
                if (incoming.addLocal(served.token(), fence, served.store())) {
                    end(served);
                }
            }
        }
        return groups;
    }

    private void transferAll(Map<Destination, List<ServedToken>> groups) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        groups.forEach((to, tokens) -> threads.add(thread("transfer", () -> transfer(to, tokens))));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void transfer(Destination to, List<ServedToken> tokens) {
        long started = System.nanoTime();
        try (TransferWindow window = new TransferWindow(connections.apply(to.peer))) {
            TokenTransfer transfer = new TokenTransfer(to.fence, tokens, servedTokens, window, entryStore.clock());
            transfer.run();
            tokens.forEach(this::end);
            log.info(
                    "{}: handed {} tokens with {} entries to {} in {} ms",
                    name,
                    tokens.size(),
                    transfer.entries(),
                    to.peer.name(),
                    (System.nanoTime() - started) / 1_000_000);
        } catch (IOException e) {
            // Retried soon and often: most of the time the routing table is about to name another owner.
            log.debug("{}: {} did not take {} tokens: {}", name, to.peer, tokens.size(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // no code interrupts this thread
        }
    }

    /** Drops the entries of a token and releases it, so that the next owner may begin. */
    private void end(ServedToken served) {
        servedTokens.remove(served);
        entryStore.drop(served.token(), served.store());
        served.release();
    }
}

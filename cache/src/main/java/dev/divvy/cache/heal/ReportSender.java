package dev.divvy.cache.heal;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.RoutingTable;
import dev.divvy.cache.peer.PeerConnection;
import dev.divvy.cache.peer.PeerRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a report to all nodes of the winning side. */
final class ReportSender {

    private static final Logger log = LoggerFactory.getLogger(ReportSender.class);
    private static final long RETRY_MILLIS = 20;

    private final String name;
    private final CurrentRouting routing;
    private final Function<Peer, PeerConnection> connections;

    ReportSender(String name, CurrentRouting routing, Function<Peer, PeerConnection> connections) {
        this.name = name;
        this.routing = routing;
        this.connections = connections;
    }

    /**
     * Sends the report; returns whether all nodes have it.
     *
     * @param ended the incarnation of this node on the losing side: a table that lists it is of that side
     * @param deadline the time at which the attempts end, by {@link System#nanoTime()}
     */
    boolean send(Report report, Optional<Incarnation> ended, long deadline) throws InterruptedException {
        List<byte[]> frames = report.frames();
        Set<Incarnation> informed = new HashSet<>();
        while (System.nanoTime() - deadline < 0) {
            RoutingTable table = routing.table();
            List<Peer> others = table.peers().stream()
                    .filter(peer -> !peer.name().equals(name))
                    .toList();
            boolean isOfWinners = table.epoch() > 0
                    && table.peers().stream()
                            .noneMatch(peer ->
                                    ended.filter(peer.incarnation()::equals).isPresent());
            if (isOfWinners) {
                for (Peer peer : others) {
                    if (!informed.contains(peer.incarnation()) && send(frames, peer, deadline)) {
                        informed.add(peer.incarnation());
                    }
                }
                if (!others.isEmpty()
                        && others.stream().map(Peer::incarnation).allMatch(informed::contains)
                        && table.epoch() == routing.table().epoch()) {
                    return true;
                }
            }
            TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
        }
        return false;
    }

    private boolean send(List<byte[]> frames, Peer to, long deadline) throws InterruptedException {
        long forgotten = 0;
        try (PeerConnection connection = connections.apply(to)) {
            for (byte[] frame : frames) {
                ReportRequest request = new ReportRequest(frame);
                connection.submit(request);
                forgotten += request.await(deadline);
            }
        } catch (IOException e) {
            log.debug("{}: {} did not take the report: {}", name, to, e.getMessage());
            return false;
        }
        log.info("{}: {} forgot {} entries that this node changed during the split", name, to.name(), forgotten);
        return true;
    }

    /** A frame of a report. */
    private static final class ReportRequest extends PeerRequest {

        private final CompletableFuture<String> reply = new CompletableFuture<>();

        private ReportRequest(byte[] frame) {
            super(frame);
        }

        @Override
        protected void answered(byte[] data, int from, int length) {
            reply.complete(new String(data, from, length, StandardCharsets.UTF_8).strip());
        }

        @Override
        protected void bounced(boolean released) {
            reply.completeExceptionally(new IOException("it cannot be reached"));
        }

        @Override
        protected void lost() {
            reply.completeExceptionally(new IOException("the connection was closed"));
        }

        /** Returns the number of entries that the node forgot. A node that refuses the frame keeps its entries, and needs no other. */
        private long await(long deadline) throws IOException, InterruptedException {
            try {
                String text = reply.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (text.startsWith("-")) {
                    log.warn("a node refused a report after a split: {}; is --on-heal the same on all nodes?", text);
                }
                return text.startsWith(":") ? Long.parseLong(text.substring(1)) : 0;
            } catch (ExecutionException e) {
                throw new IOException(e.getCause());
            } catch (TimeoutException e) {
                throw new IOException("no reply in time", e);
            }
        }
    }
}

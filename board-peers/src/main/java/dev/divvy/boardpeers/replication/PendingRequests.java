package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The requests of this node that have no reply yet, and the primary that each was sent to. {@link MeshNode} is the only writer. */
final class PendingRequests {

    private record PendingRequest(
            MeshRequest request, @Nullable String sentTo) {}

    private final Map<Long, PendingRequest> pending = new TreeMap<>();
    private final MeshOutput output;

    PendingRequests(MeshOutput output) {
        this.output = output;
    }

    void add(long number, MeshRequest request) {
        pending.put(number, new PendingRequest(request, null));
    }

    /** Forgets a request whose caller has stopped waiting. */
    void cancel(long number) {
        pending.remove(number);
    }

    boolean anyUnsent() {
        return pending.values().stream().anyMatch(request -> request.sentTo() == null);
    }

    /** Sends the requests that were not sent yet, in the order in which they were made. */
    void send(String primary, BiConsumer<Long, MeshRequest> sender) {
        for (Map.Entry<Long, PendingRequest> entry : List.copyOf(pending.entrySet())) {
            if (entry.getValue().sentTo() == null) {
                MeshRequest request = entry.getValue().request();
                pending.put(entry.getKey(), new PendingRequest(request, primary));
                sender.accept(entry.getKey(), request);
            }
        }
    }

    /** Returns the pulse of this number, if it waits for a reply of this node. */
    Optional<MeshRequest.Pulse> pulseSentTo(String node, long number) {
        return Optional.ofNullable(pending.get(number))
                .filter(request -> node.equals(request.sentTo()))
                .map(PendingRequest::request)
                .filter(MeshRequest.Pulse.class::isInstance)
                .map(MeshRequest.Pulse.class::cast);
    }

    void complete(String from, long number, MeshReply reply) {
        PendingRequest request = pending.get(number);
        if (request == null || !from.equals(request.sentTo())) {
            return;
        }
        if (reply instanceof MeshReply.Retry) {
            pending.put(number, new PendingRequest(request.request(), null));
        } else {
            pending.remove(number);
            output.complete(number, reply);
        }
    }

    /** Retries the requests that were sent to another primary, and fails those of them that must not be sent twice. */
    void primaryChanged(String primary) {
        for (Map.Entry<Long, PendingRequest> entry : new ArrayList<>(pending.entrySet())) {
            PendingRequest request = entry.getValue();
            if (request.sentTo() != null && !request.sentTo().equals(primary)) {
                if (request.request().isRetryable()) {
                    pending.put(entry.getKey(), new PendingRequest(request.request(), null));
                } else {
                    pending.remove(entry.getKey());
                    output.fail(entry.getKey(), "the primary's term ended before it replied");
                }
            }
        }
    }
}

package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The questions of this node that are not answered yet, and whom they were sent to. The clerk is its one writer. */
final class PendingRequests {

    private record Errand(MeshRequest question, @Nullable String sentTo) {}

    private final Map<Long, Errand> open = new TreeMap<>();
    private final MeshOutput outlet;

    PendingRequests(MeshOutput outlet) {
        this.outlet = outlet;
    }

    void add(long number, MeshRequest question) {
        open.put(number, new Errand(question, null));
    }

    /** Nobody waits for it any more. */
    void drop(long number) {
        open.remove(number);
    }

    boolean anyUnsent() {
        return open.values().stream().anyMatch(errand -> errand.sentTo() == null);
    }

    /** Sends what was not sent, in the order in which it was asked. */
    void send(String keeper, BiConsumer<Long, MeshRequest> way) {
        for (Map.Entry<Long, Errand> one : List.copyOf(open.entrySet())) {
            if (one.getValue().sentTo() == null) {
                MeshRequest question = one.getValue().question();
                open.put(one.getKey(), new Errand(question, keeper));
                way.accept(one.getKey(), question);
            }
        }
    }

    void answered(String from, long number, MeshReply reply) {
        Errand errand = open.get(number);
        if (errand == null || !from.equals(errand.sentTo())) {
            return;
        }
        if (reply instanceof MeshReply.NotNow) {
            open.put(number, new Errand(errand.question(), null));
        } else {
            open.remove(number);
            outlet.answered(number, reply);
        }
    }

    /** Another keeps the boards now: what can be asked again is, of the rest nobody knows what came of it. */
    void keeperWent(String keeper) {
        for (Map.Entry<Long, Errand> one : new ArrayList<>(open.entrySet())) {
            Errand errand = one.getValue();
            if (errand.sentTo() != null && !errand.sentTo().equals(keeper)) {
                if (errand.question().repeatable()) {
                    open.put(one.getKey(), new Errand(errand.question(), null));
                } else {
                    open.remove(one.getKey());
                    outlet.failed(one.getKey(), "who kept the boards went");
                }
            }
        }
    }
}

package dev.divvy.outbox.work;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which lane the rows of a hash go to: to the same one for as long as that has any of them in mind, else to the one with the least to do.
 * So the order within an entity is kept by one lane, and a lane whose handler takes long gets nothing new while others have less to do. Used
 * by the reader only.
 */
final class Routes {

    private final List<Lane> lanes;
    private final int many;
    private final Map<Integer, Lane> routes = new HashMap<>();

    /** How many there may be before those that nobody needs are looked for. */
    private int most;

    /** @param many so many may be remembered without need */
    Routes(List<Lane> lanes, int many) {
        this.lanes = lanes;
        this.many = many;
        this.most = many;
    }

    List<Lane> lanes() {
        return lanes;
    }

    Lane of(int hash) {
        return routes.computeIfAbsent(hash, unknown -> leastLoaded());
    }

    private Lane leastLoaded() {
        return lanes.stream()
                .min(Comparator.comparing(Lane::isFull).thenComparingInt(Lane::load))
                .orElseThrow();
    }

    void sweepBegins() {
        lanes.forEach(Lane::sweepBegins);
        forget();
    }

    /** What the lanes know of rows that they completed is forgotten now, since the read will not show them: so may the ways be. */
    void readBegins() {
        lanes.forEach(Lane::readBegins);
        if (routes.size() > most) {
            forget();
        }
    }

    private void forget() {
        Set<Integer> needed = new HashSet<>();
        lanes.forEach(lane -> lane.hashesInMind(needed));
        routes.keySet().retainAll(needed);
        most = Math.max(many, 2 * routes.size());
    }
}

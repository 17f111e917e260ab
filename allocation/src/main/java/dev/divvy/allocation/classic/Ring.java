package dev.divvy.allocation.classic;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.support.PieceHashes;
import java.util.Set;

/**
 * Seed 002's algorithm to the letter: the units are put on a circle of hashes, 50 points each, and the services, sorted by id, take
 * turns. In its turn a service takes the unit whose point is the first at the service's own hash or clockwise after it, and that unit
 * leaves the circle with all its points. Rounds follow until no unit is left. The seed names neither hash nor ties; ours are frozen.
 *
 * <p>Keeps COMPLETE and DETERMINISTIC, and BALANCED as long as all weights above 0 are equal: every service has the same number of
 * turns, or one more. The seed knows no weights, so all above 0 count alike; that is why {@link #laws()} does not name BALANCED. Not
 * MINIMAL: a unit taken or not taken shifts the choices of all turns after it. Not COMPACT: neighbours lie far apart on the circle.
 *
 * <p>Cost: O(points log points) with 50 points a unit, at most twenty bytes a point.
 */
public final class Ring implements Allocator {

    private static final int POINTS = 50;

    @Override
    public String name() {
        return "ring";
    }

    @Override
    public Set<Law> laws() {
        return Law.keeps(Law.COMPLETE, Law.DETERMINISTIC);
    }

    @Override
    public Division allocate(AllocationRequest request) {
        int[] owners = request.nobody();
        int[] services = request.eligible();
        int units = request.open().count();
        if (services.length > 0 && units > 0) {
            Walk walk = new Walk(circle(request), owners);
            int[] reached = starts(request, services, walk.circle);
            for (int turn = 0; turn < units; turn++) {
                int service = turn % services.length;
                reached[service] = walk.nextFree(reached[service]);
                owners[walk.circle.number(reached[service])] = services[service];
            }
        }
        return request.divide(owners);
    }

    private static HashCircle circle(AllocationRequest request) {
        int[] units = request.open().pieces();
        long[] points = new long[units.length * POINTS];
        int at = 0;
        for (int unit : units) {
            long key = request.pieces().key(unit);
            for (int i = 1; i <= POINTS; i++) {
                points[at++] = HashCircle.point(PieceHashes.mix(key, i), unit);
            }
        }
        return new HashCircle(points);
    }

    private static int[] starts(AllocationRequest request, int[] services, HashCircle circle) {
        int[] starts = new int[services.length];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = circle.from(PieceHashes.of(request.roster().get(services[i])));
        }
        return starts;
    }

    /** Finds the next point of a unit without an owner; stretches known to be taken are stepped over at once. */
    private static final class Walk {

        private final HashCircle circle;
        private final int[] owners;
        private final int[] steps;

        Walk(HashCircle circle, int[] owners) {
            this.circle = circle;
            this.owners = owners;
            this.steps = new int[circle.size()];
            for (int i = 0; i < steps.length; i++) {
                steps[i] = circle.after(i);
            }
        }

        int nextFree(int from) {
            int free = from;
            while (owners[circle.number(free)] != Division.NOBODY) {
                free = steps[free];
            }
            for (int at = from, next; at != free; at = next) {
                next = steps[at];
                steps[at] = free;
            }
            return free;
        }
    }
}

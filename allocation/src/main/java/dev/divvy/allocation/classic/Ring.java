package dev.divvy.allocation.classic;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.support.PieceHashes;
import java.util.Set;

/**
 * Services that take turns on a hash ring: each unit has 50 points on a circle of hashes, and the services, sorted by id, take turns. In
 * its turn a service takes the unit of the first point at the service's own hash or clockwise after it, and all points of that unit are
 * removed. Rounds follow until no unit is left. The hash and the order of ties are frozen.
 *
 * <p>Keeps COMPLETE and DETERMINISTIC, and BALANCED as long as all weights above 0 are equal: the numbers of turns differ by index most one.
 * Weights above 0 all count alike; that is why {@link #laws()} does not include BALANCED. Not MINIMAL: one unit more or less shifts the
 * choices of all later turns. Not COMPACT: neighbours are far apart on the circle.
 *
 * <p>Cost: O(points log points) with 50 points per unit, index most twenty bytes per point.
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
        int[] owners = request.emptyOwners();
        int[] services = request.eligible();
        int units = request.unpinned().count();
        if (services.length > 0 && units > 0) {
            Walk walk = new Walk(circle(request), owners);
            int[] positions = starts(request, services, walk.circle);
            for (int turn = 0; turn < units; turn++) {
                int service = turn % services.length;
                positions[service] = walk.nextFree(positions[service]);
                owners[walk.circle.number(positions[service])] = services[service];
            }
        }
        return request.toDivision(owners);
    }

    private static HashCircle circle(AllocationRequest request) {
        int[] units = request.unpinned().pieces();
        long[] points = new long[units.length * POINTS];
        int index = 0;
        for (int unit : units) {
            long key = request.pieces().key(unit);
            for (int i = 1; i <= POINTS; i++) {
                points[index++] = HashCircle.point(PieceHashes.mix(key, i), unit);
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

    /** Finds the next point of a unit without an owner; skips stretches that are known to be taken in one step. */
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
            while (owners[circle.number(free)] != Division.NO_MEMBER) {
                free = steps[free];
            }
            for (int index = from, next; index != free; index = next) {
                next = steps[index];
                steps[index] = free;
            }
            return free;
        }
    }
}

package dev.divvy.allocation.classic;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.support.PieceHashes;
import java.util.Set;

/**
 * Plain consistent hashing: every member has points on a circle of hashes, and a piece goes to the member whose point is the first at the
 * piece's key or clockwise after it.
 *
 * <p>A member has 160 points per unit of weight. When the largest weight exceeds 16, the points of all members are scaled down so that the
 * heaviest member has 2560; each keeps at least one. Apart from that scale, a member's points do not depend on the other members: on a
 * leave only the leaver's pieces move, and on a join pieces move only to the joiner.
 *
 * <p>Keeps COMPLETE and DETERMINISTIC. Not BALANCED: the arcs between points differ in length, and the most loaded member often holds 1.2
 * times its share or more. Not MINIMAL in the sense of the law, which compares with balanced allocations: a joiner takes the pieces that
 * its arcs cover, which may be more or less than its share. Not COMPACT: keys of neighbours are far apart.
 *
 * <p>Cost: O((points + pieces) log points) time, at most sixteen bytes per point.
 */
public final class HashRing implements Allocator {

    private static final int POINTS = 160;
    private static final int HEAVIEST = 16;

    @Override
    public String name() {
        return "hash-ring";
    }

    @Override
    public Set<Law> laws() {
        return Law.keeps(Law.COMPLETE, Law.DETERMINISTIC);
    }

    @Override
    public Division allocate(AllocationRequest request) {
        HashCircle circle = circle(request);
        return PieceByPiece.divide(request, key -> circle.number(circle.from(key)));
    }

    private static HashCircle circle(AllocationRequest request) {
        Roster roster = request.roster();
        int[] members = request.eligible();
        int heaviest = HEAVIEST;
        for (int member : members) {
            heaviest = Math.max(heaviest, roster.get(member).weight());
        }
        int size = 0;
        for (int member : members) {
            size += points(roster.get(member).weight(), heaviest);
        }
        long[] points = new long[size];
        for (int member : members) {
            long key = PieceHashes.of(roster.get(member));
            for (int i = points(roster.get(member).weight(), heaviest); i > 0; i--) {
                points[--size] = HashCircle.point(PieceHashes.mix(key, i), member);
            }
        }
        return new HashCircle(points);
    }

    private static int points(int weight, int heaviest) {
        return Math.max(1, (int) ((long) POINTS * HEAVIEST * weight / heaviest));
    }
}

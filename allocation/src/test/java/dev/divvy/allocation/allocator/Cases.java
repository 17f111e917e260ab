package dev.divvy.allocation.allocator;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Pieces, rosters and allocations for tests of allocators. */
public final class Cases {

    private static final Version START = new Version("test", 1);

    private Cases() {}

    public static String id(int number) {
        return String.format("m%03d", number);
    }

    /** Members m000, m001, ... of weight 1. */
    public static Roster members(int count) {
        return Roster.of(
                IntStream.range(0, count).mapToObj(i -> Member.of(id(i))).toList());
    }

    /** Members m000, m001, ... of these weights. */
    public static Roster weighted(int... weights) {
        return Roster.of(IntStream.range(0, weights.length)
                .mapToObj(i -> Member.of(id(i)).withWeight(weights[i]))
                .toList());
    }

    /** Creates this many members, each of a weight from the least to the most, both included. */
    public static Roster weighted(int count, int least, int most, SplittableRandom random) {
        return weighted(IntStream.range(0, count)
                .map(i -> random.nextInt(least, most + 1))
                .toArray());
    }

    /** Units u0, u1, ... */
    public static Units units(int count) {
        return Units.of(IntStream.range(0, count).mapToObj(i -> "u" + i).toList());
    }

    public static AllocationRequest request(Pieces pieces, Roster roster) {
        return AllocationRequest.of(pieces, roster, Directives.NONE, Optional.empty());
    }

    public static Division divide(Allocator allocator, Pieces pieces, Roster roster) {
        return allocator.allocate(request(pieces, roster));
    }

    public static Allocation first(Allocator allocator, Pieces pieces, Roster roster) {
        return new Planner(allocator).first(START, pieces, roster, Directives.NONE);
    }

    public static Allocation next(Allocator allocator, Allocation previous, Roster roster) {
        return new Planner(allocator)
                .next(previous, previous.pieces(), roster, previous.directives(), Acknowledgements.NONE);
    }

    /** Returns the id of each piece's owner; empty where there is none. */
    public static List<String> owners(Division division, Roster roster) {
        return Arrays.stream(division.owners())
                .mapToObj(owner ->
                        owner == Division.NO_MEMBER ? "" : roster.get(owner).id())
                .toList();
    }

    public static List<String> owners(Allocation allocation) {
        return owners(allocation.division(), allocation.roster());
    }
}

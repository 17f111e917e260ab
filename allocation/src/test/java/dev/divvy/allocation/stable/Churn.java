package dev.divvy.allocation.stable;

import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Cases;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The number of pieces that an allocator without history moves while members, or units, are added and removed one at a time; from one seed.
 */
final class Churn {

    private final Allocator allocator;
    private final SplittableRandom random;
    private final int mostWeight;
    private int named;

    Churn(Allocator allocator, long seed, int mostWeight) {
        this.allocator = allocator;
        this.random = new SplittableRandom(seed);
        this.mostWeight = mostWeight;
    }

    /**
     * Returns the moved pieces divided by the fewest possible: on a join the joiner's pieces, on a leave the leaver's. Totals over the
     * events of several groups, as the names of one group change the result by a few thousandths.
     */
    double ofMembers(Pieces pieces, int members, int groups, int events) {
        long[] movedAndFewest = new long[2];
        for (int group = 0; group < groups; group++) {
            run(pieces, members, events, movedAndFewest);
        }
        return (double) movedAndFewest[0] / movedAndFewest[1];
    }

    private void run(Pieces pieces, int members, int events, long[] movedAndFewest) {
        Roster roster = roster(members);
        List<String> before = Cases.owners(Cases.divide(allocator, pieces, roster), roster);
        int tenth = members / 10;
        for (int event = 0; event < events; event++) {
            boolean joins =
                    roster.size() <= members - tenth || (roster.size() < members + tenth && random.nextBoolean());
            Member changed = joins ? member() : roster.get(random.nextInt(roster.size()));
            roster = joins ? roster.with(changed) : roster.without(changed.id());
            List<String> after = Cases.owners(Cases.divide(allocator, pieces, roster), roster);
            movedAndFewest[0] += moved(before, after);
            movedAndFewest[1] += Collections.frequency(joins ? after : before, changed.id());
            before = after;
        }
    }

    /** Returns the average number of other units that move when one is added or removed. */
    double ofUnits(int count, int members, int events) {
        Roster roster = roster(members);
        Units units = Cases.units(count);
        int[] before = Cases.divide(allocator, units, roster).owners();
        long moved = 0;
        for (int event = 0; event < events; event++) {
            List<String> names = new ArrayList<>(units.names());
            if (event % 2 == 0) {
                names.remove(random.nextInt(names.size()));
            } else {
                names.add("new" + event);
            }
            Units changed = Units.of(names);
            int[] after = Cases.divide(allocator, changed, roster).owners();
            int[] places = changed.placesOf(units);
            for (int piece = 0; piece < places.length; piece++) {
                moved += places[piece] < 0 || before[piece] == after[places[piece]] ? 0 : 1;
            }
            units = changed;
            before = after;
        }
        return (double) moved / events;
    }

    private static long moved(List<String> before, List<String> after) {
        long moved = 0;
        for (int piece = 0; piece < before.size(); piece++) {
            moved += before.get(piece).equals(after.get(piece)) ? 0 : 1;
        }
        return moved;
    }

    private Roster roster(int members) {
        List<Member> list = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            list.add(member());
        }
        return Roster.of(list);
    }

    private Member member() {
        return Member.of("m" + named++).withWeight(1 + random.nextInt(mostWeight));
    }
}

package dev.divvy.allocation.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Move;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Cases;
import java.util.Optional;
import java.util.SplittableRandom;

/** The property of plain hashing: pieces move only from a leaver or to a joiner. */
final class OnlyTheChangedMember {

    private OnlyTheChangedMember() {}

    static void givesUpOnALeave(Allocator allocator, Pieces pieces, Roster roster) {
        Allocation before = Cases.first(allocator, pieces, roster);
        for (Member leaver : roster.members()) {
            Allocation after = Cases.next(allocator, before, roster.without(leaver.id()));
            assertThat(after.movesSince(before))
                    .as("moves under %s when %s leaves %s", allocator.name(), leaver.id(), roster)
                    .allMatch(move -> move.from().equals(Optional.of(leaver.id())));
            assertThat(after.movesSince(before).stream().mapToInt(Move::count).sum())
                    .isEqualTo(before.piecesOf(leaver.id()).count());
        }
    }

    static void gainsOnAJoin(Allocator allocator, Pieces pieces, Roster roster, Member joiner) {
        Allocation before = Cases.first(allocator, pieces, roster);
        Allocation after = Cases.next(allocator, before, roster.with(joiner));
        assertThat(after.movesSince(before))
                .as("moves under %s when %s joins %s", allocator.name(), joiner, roster)
                .allMatch(move -> move.to().equals(Optional.of(joiner.id())));
        assertThat(after.piecesOf(joiner.id()).count()).isPositive();
    }

    /** Checks rosters of many sizes, with weights from 1 to the most. */
    static void moves(Allocator allocator, Pieces pieces, int mostWeight, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int members = 2; members <= 20; members += 3) {
            Roster roster = Cases.weighted(members, 1, mostWeight, random);
            givesUpOnALeave(allocator, pieces, roster);
            gainsOnAJoin(allocator, pieces, roster, Member.of("m0005").withWeight(random.nextInt(mostWeight) + 1));
        }
    }
}

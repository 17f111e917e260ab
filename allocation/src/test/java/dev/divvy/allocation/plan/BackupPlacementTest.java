package dev.divvy.allocation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.check.Checker;
import dev.divvy.allocation.sticky.Sticky;
import org.junit.jupiter.api.Test;

/** Copies are kept apart from their owner, in other zones where possible, and evenly. */
class BackupPlacementTest {

    private static final int T = 840;

    @Test
    void copiesAreEvenAndNeverWithTheOwner() {
        Planner planner = new Planner(new Sticky(Sticky.Policy.FORMER_OWNER)).replicated(2);
        Allocation first = planner.first(new Version("x", 1), Tokens.wide(T), plain(7), Directives.NONE);
        assertThat(Checker.check(first, planner.allocator().laws())).isEmpty();
        assertThat(loads(first)).containsOnly(2 * T / 7);
    }

    @Test
    void aLeaverIsReplacedByMembersThatKeepACopyWhereverTheyHaveRoom() {
        Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS)).replicated(1);
        Allocation before = planner.first(new Version("x", 1), Tokens.wide(T), plain(8), Directives.NONE);
        Allocation after =
                planner.next(before, before.pieces(), plain(8).without("m3"), Directives.NONE, Acknowledgements.NONE);
        int promoted = 0;
        int[] pieces = before.piecesOf("m3").pieces();
        for (int piece : pieces) {
            int holder = before.holders().copies().holder(piece, 0);
            promoted += after.owner(piece)
                            .orElseThrow()
                            .id()
                            .equals(before.roster().get(holder).id())
                    ? 1
                    : 0;
        }
        assertThat(promoted).as("of %d", pieces.length).isGreaterThanOrEqualTo(pieces.length * 9 / 10);
    }

    @Test
    void zonesComeBeforeEvenness() {
        Roster lopsided = Roster.of(
                Member.of("a").inZone("x"),
                Member.of("b").inZone("x"),
                Member.of("c").inZone("x"),
                Member.of("d").inZone("y"));
        Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS)).replicated(1);
        Allocation first = planner.first(new Version("x", 1), Tokens.wide(T), lopsided, Directives.NONE);
        assertThat(Checker.check(first, planner.allocator().laws())).isEmpty();
        assertThat(loads(first)).containsExactly(70, 70, 70, 630);
    }

    @Test
    void tooFewMembersKeepAsManyCopiesAsTheyCan() {
        Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS)).replicated(3);
        Allocation alone = planner.first(new Version("x", 1), Tokens.wide(10), plain(1), Directives.NONE);
        assertThat(loads(alone)).containsExactly(0);
        Allocation two = planner.next(alone, alone.pieces(), plain(2), Directives.NONE, Acknowledgements.NONE);
        assertThat(loads(two)).containsExactly(5, 5);
        assertThat(Checker.check(two, planner.allocator().laws())).isEmpty();
    }

    private static int[] loads(Allocation allocation) {
        int[] loads = new int[allocation.roster().size()];
        Copies copies = allocation.holders().copies();
        for (int holder : copies.holders()) {
            if (holder >= 0) {
                loads[holder]++;
            }
        }
        return loads;
    }

    private static Roster plain(int members) {
        Roster roster = Roster.EMPTY;
        for (int i = 0; i < members; i++) {
            roster = roster.with(Member.of("m" + i));
        }
        return roster;
    }
}

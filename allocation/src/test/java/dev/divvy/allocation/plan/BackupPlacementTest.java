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
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Copies are kept apart from their owner, in other zones where possible, evenly, and with few moves. */
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
    void aCopyMovesOnlyForAReason() {
        for (long seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Planner planner = new Planner(new Sticky(Sticky.Policy.FORMER_OWNER)).replicated(1);
            Roster roster = plain(6);
            Allocation now = planner.first(new Version("x", 1), Tokens.wide(T), roster, Directives.NONE);
            for (int step = 0; step < 20; step++) {
                String id = "m" + random.nextInt(9);
                roster = roster.find(id).isPresent() && roster.size() > 3
                        ? roster.without(id)
                        : roster.with(Member.of(id));
                Allocation next = planner.next(now, now.pieces(), roster, Directives.NONE, Acknowledgements.NONE);
                assertThat(Checker.check(next, planner.allocator().laws()))
                        .as("seed %d, step %d", seed, step)
                        .isEmpty();
                int needed = forced(now, next) + raised(now, next);
                assertThat(changed(now, next))
                        .as(
                                "seed %d, step %d: %s",
                                seed, step, next.history().get(next.history().size() - 1))
                        .isLessThanOrEqualTo(needed);
                now = next;
            }
        }
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

    /** Copies whose holder is gone or owns the piece now. */
    private static int forced(Allocation before, Allocation after) {
        int forced = 0;
        for (int piece = 0; piece < T; piece++) {
            String holder = holder(before, piece);
            boolean owns = after.owner(piece).orElseThrow().id().equals(holder);
            forced += owns || after.roster().find(holder).isEmpty() ? 1 : 0;
        }
        return forced;
    }

    /** The number of copies that members below their share had to get, rounding aside. */
    private static int raised(Allocation before, Allocation after) {
        int share = T / after.roster().size();
        int[] loads = loads(before);
        int raised = 0;
        for (Member member : after.roster().members()) {
            int index = before.roster().indexOf(member.id());
            raised += Math.max(0, share + 1 - (index < 0 ? 0 : loads[index]));
        }
        return raised;
    }

    private static int changed(Allocation before, Allocation after) {
        int changed = 0;
        for (int piece = 0; piece < T; piece++) {
            changed += holder(before, piece).equals(holder(after, piece)) ? 0 : 1;
        }
        return changed;
    }

    private static String holder(Allocation allocation, int piece) {
        return allocation
                .roster()
                .get(allocation.holders().copies().holder(piece, 0))
                .id();
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

package dev.divvy.allocation.sticky;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.Group;
import dev.divvy.allocation.codec.AllocationCodec;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The choice among equally few moves. */
class StickyTest {

    @Test
    void aMemberThatComesBackGetsItsOldPiecesAgain() {
        Planner planner = new Planner(new Sticky(Sticky.Policy.FORMER_OWNER));
        Pieces pieces = Tokens.wide(1000);
        Roster five = roster(5);
        Allocation before = planner.first(new Version("x", 1), pieces, five, Directives.NONE);
        Allocation away = planner.next(before, pieces, five.without("m2"), Directives.NONE, Acknowledgements.NONE);
        Roster again = five.with(Member.of("m2").withIncarnation(7));
        Allocation back = planner.next(away, pieces, again, Directives.NONE, Acknowledgements.NONE);
        assertThat(back.division()).isEqualTo(before.division());
    }

    @Test
    void severalMembersThatComeBackTogetherGetTheirFormerPieces() {
        Planner planner = new Planner(new Sticky(Sticky.Policy.FORMER_OWNER));
        Pieces pieces = Tokens.wide(1200);
        Roster six = roster(6);
        Allocation before = planner.first(new Version("x", 1), pieces, six, Directives.NONE);
        Roster four = six.without("m1").without("m4");
        Allocation away = planner.next(before, pieces, four, Directives.NONE, Acknowledgements.NONE);
        Allocation back = planner.next(away, pieces, six, Directives.NONE, Acknowledgements.NONE);
        assertThat(back.division()).isEqualTo(before.division());
    }

    @Test
    void nothingChangedIsTheSameDivision() {
        Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));
        Allocation before = planner.first(new Version("x", 1), Tokens.wide(1000), roster(7), Directives.NONE);
        Allocation after = planner.next(before, before.pieces(), roster(7), Directives.NONE, Acknowledgements.NONE);
        assertThat(after.division()).isEqualTo(before.division());
        assertThat(after.history().get(1).moved()).isZero();
    }

    /** Tenures are shared objects; whether two equal ones are the same object must not matter. */
    @Test
    void anAllocationThatWasReadBackIsContinuedTheSameWay() {
        for (Sticky.Policy policy : Sticky.Policy.values()) {
            for (long seed = 0; seed < 25; seed++) {
                Planner planner = new Planner(new Sticky(policy)).replicated((int) (seed % 3));
                Group group = new Group(seed, Group.Profile.EVERYTHING, planner);
                for (int step = 0; step < 20; step++) {
                    Allocation now = group.step().now();
                    Allocation twin = AllocationCodec.read(AllocationCodec.write(group.before()));
                    assertThat(planner.next(
                                    twin, now.pieces(), now.roster(), now.directives(), group.acknowledgements()))
                            .as("%s, seed %d, step %d", policy, seed, step)
                            .isEqualTo(now);
                }
            }
        }
    }

    /** The promise: at most as many ranges per member as there are members, on average over the group, after 10,000 events. */
    @ParameterizedTest
    @ValueSource(ints = {10, 30, 100})
    void rangesStayFewAfterTenThousandEvents(int members) {
        Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));
        SplittableRandom random = new SplittableRandom(members);
        Pieces pieces = Tokens.redis();
        Roster roster = roster(members);
        Allocation now = planner.first(new Version("x", 1), pieces, roster, Directives.NONE);
        int named = members;
        for (int event = 0; event < 10_000; event++) {
            boolean join =
                    roster.size() <= members * 7 / 10 || (roster.size() < members * 13 / 10 && random.nextBoolean());
            roster = join
                    ? roster.with(Member.of("m" + named++))
                    : roster.without(roster.get(random.nextInt(roster.size())).id());
            now = planner.next(now, pieces, roster, Directives.NONE, Acknowledgements.NONE);
        }
        long ranges = 0;
        for (int member = 0; member < roster.size(); member++) {
            ranges += now.division().of(member).size();
        }
        assertThat(ranges).isLessThanOrEqualTo((long) roster.size() * roster.size());
    }

    private static Roster roster(int members) {
        Roster roster = Roster.EMPTY;
        for (int i = 0; i < members; i++) {
            roster = roster.with(Member.of("m" + i));
        }
        return roster;
    }
}

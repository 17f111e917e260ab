package dev.divvy.allocation.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.Cases;
import dev.divvy.allocation.check.Checker;
import dev.divvy.allocation.check.StepChecker;
import dev.divvy.allocation.codec.AllocationCodec;
import dev.divvy.allocation.sticky.Sticky;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Members that may own only some pieces. */
class RestrictedPiecesTest {

    private static final Tokens TOKENS = Tokens.sql(16);
    private static final Planner PLANNER = new Planner(new Sticky(Sticky.Policy.RUNS));

    private static Member only(String id, String pieces) {
        return Member.of(id).restrictedTo(Runs.parse(pieces));
    }

    private static Allocation first(Member... members) {
        return PLANNER.first(new Version("test", 1), TOKENS, Roster.of(members), Directives.NONE);
    }

    private static Allocation next(Allocation now, Member... members) {
        return PLANNER.next(now, TOKENS, Roster.of(members), now.directives(), Acknowledgements.NONE);
    }

    @Test
    void aRestrictedMemberOwnsItsPiecesAndTheOthersShareTheRest() {
        Allocation allocation = first(only("a", "0-7"), Member.of("b"), Member.of("c"));
        assertThat(allocation.piecesOf("a")).isEqualTo(Runs.of(0, 7));
        assertThat(allocation.piecesOf("b").count()).isEqualTo(4);
        assertThat(allocation.piecesOf("c").count()).isEqualTo(4);
        assertThat(allocation.history().get(0).causes()).containsExactly("a joined", "b joined", "c joined");
    }

    @Test
    void aPieceThatNoMemberMayOwnHasNoOwner() {
        Allocation allocation = first(only("a", "0-5"), only("b", "10-15"));
        assertThat(allocation.division().unowned()).isEqualTo(Runs.of(6, 9));
        assertThat(Checker.check(allocation, PLANNER.allocator().laws())).isEmpty();
        Allocation dynamic = next(allocation, only("a", "0-5"), only("b", "10-15"), Member.of("c"));
        assertThat(dynamic.piecesOf("c")).isEqualTo(Runs.of(6, 9));
        assertThat(dynamic.history().get(1).moved()).isEqualTo(4);
    }

    @Test
    void membersWithTheSamePiecesShareThemAndARestartMovesHalfOfThemTwice() {
        Allocation old = first(only("a", "0-7"), only("b", "8-15"));
        Allocation both = next(old, only("a", "0-7"), only("a2", "0-7"), only("b", "8-15"));
        assertThat(both.piecesOf("a").count()).isEqualTo(4);
        assertThat(both.piecesOf("a2").count()).isEqualTo(4);
        assertThat(both.history().get(1).moved()).isEqualTo(4);
        Allocation after = next(both, only("a2", "0-7"), only("b", "8-15"));
        assertThat(after.piecesOf("a2")).isEqualTo(Runs.of(0, 7));
        assertThat(after.piecesOf("b")).isEqualTo(Runs.of(8, 15));
        assertThat(Explanation.why(after, 0).rule()).isIn(Rule.RESTRICTED, Rule.OWNER_LEFT);
    }

    @Test
    void piecesThatSeveralNameHaveOneOwner() {
        Allocation allocation = first(only("a", "0-9"), only("b", "6-15"));
        assertThat(allocation.piecesOf("a").and(allocation.piecesOf("b"))).isEqualTo(Runs.NONE);
        assertThat(allocation.piecesOf("a").count()).isEqualTo(8);
        assertThat(allocation.division().unowned()).isEqualTo(Runs.NONE);
    }

    @Test
    void aDrainedOneGivesItsPiecesToTheOthersOrToNobody() {
        Allocation allocation = first(only("a", "0-7"), only("b", "8-15"), Member.of("c"));
        Allocation drained = PLANNER.plan(allocation, Change.drain("a")).after();
        assertThat(drained.piecesOf("c")).isEqualTo(Runs.of(0, 7));
        assertThat(PLANNER.plan(drained, new Change.Leave("c"))
                        .after()
                        .division()
                        .unowned())
                .isEqualTo(Runs.of(0, 7));
    }

    @Test
    void aPinNeverGivesAMemberOtherPieces() {
        Allocation allocation = first(only("a", "0-7"), Member.of("c"));
        assertThatThrownBy(() -> PLANNER.plan(allocation, new Change.Pin("9", "a")))
                .hasMessage("member a is restricted to the pieces 0-7; piece 9 cannot be pinned to it");
        Directives pins = Directives.NONE.pin("9", "a").pin("3", "c");
        Allocation pinned = PLANNER.next(allocation, TOKENS, allocation.roster(), pins, Acknowledgements.NONE);
        assertThat(pinned.piecesOf("a")).isEqualTo(Runs.parse("0-2, 4-7"));
        assertThatThrownBy(() -> PLANNER.plan(allocation, new Change.SetPieces(Tokens.sql(32))))
                .hasMessageContaining("the pieces cannot change while member a is restricted");
    }

    @Test
    void aRestrictionNamesPiecesInItsText() {
        assertThat(Runs.parse("0-3,5, 8-9").toString()).isEqualTo("0-3, 5, 8-9");
        for (String wrong : new String[] {"", "a", "3-", "5, 4", "4-3", "1-2-3", "99999999999"}) {
            assertThatThrownBy(() -> Runs.parse(wrong))
                    .as("\"%s\"", wrong)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Member.of("a").restrictedTo(Runs.NONE))
                .hasMessageContaining("the restriction of member a names 0 pieces");
    }

    static java.util.List<String> allocators() {
        return Allocators.names();
    }

    @ParameterizedTest
    @MethodSource("allocators")
    void throughManyEpochsEveryAllocatorKeepsTheLaws(String name) {
        for (long seed = 0; seed < 30; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Planner planner = new Planner(Allocators.byName(name));
            Allocation now = planner.first(new Version("test", 1), TOKENS, roster(random), Directives.NONE);
            for (int step = 0; step < 40; step++) {
                Directives directives = random.nextInt(4) > 0
                        ? now.directives()
                        : now.directives().pin("" + random.nextInt(16), Cases.id(random.nextInt(6)));
                Roster roster = random.nextInt(3) == 0 ? now.roster() : roster(random);
                Allocation next = planner.next(now, TOKENS, roster, directives, Acknowledgements.NONE);
                assertThat(Checker.check(next, planner.allocator().laws()))
                        .as("%s, seed %d, step %d: %s", name, seed, step, next)
                        .isEmpty();
                assertThat(StepChecker.check(
                                now,
                                next,
                                Acknowledgements.NONE,
                                planner.allocator().laws()))
                        .as("%s, seed %d, step %d: %s after %s", name, seed, step, next, now)
                        .isEmpty();
                assertThat(AllocationCodec.read(AllocationCodec.write(next))).isEqualTo(next);
                now = next;
            }
        }
    }

    private static Roster roster(SplittableRandom random) {
        Roster roster = Roster.EMPTY;
        for (int i = random.nextInt(6); i > 0; i--) {
            Member member = Member.of(Cases.id(random.nextInt(6))).withWeight(random.nextInt(3));
            if (random.nextInt(3) > 0) {
                int begin = random.nextInt(16);
                member = member.restrictedTo(
                        Runs.of(begin, begin + random.nextInt(16 - begin)).plus(Runs.of(3, 3 + random.nextInt(2))));
            }
            roster = roster.with(member);
        }
        return roster;
    }
}

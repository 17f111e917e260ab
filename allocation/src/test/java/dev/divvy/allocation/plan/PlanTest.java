package dev.divvy.allocation.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Move;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.check.Checker;
import dev.divvy.allocation.sticky.Sticky;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Plans (`plan`) and explanations (`why`). */
class PlanTest {

    private static final Roster THREE = Roster.of(Member.of("n1"), Member.of("n2"), Member.of("n3"));

    private final Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));
    private final Allocation now = planner.first(new Version("x", 1), Tokens.sql(12), THREE, Directives.NONE);

    @Test
    void aLeaverGivesUpOnlyItsOwnTokens() {
        Plan plan = planner.plan(now, new Change.Leave("n2"));
        assertThat(plan.moves())
                .containsExactly(
                        new Move(4, 5, Optional.of("n2"), Optional.of("n1")),
                        new Move(6, 7, Optional.of("n2"), Optional.of("n3")));
        assertThat(plan.summary().causes()).containsExactly("n2 left");
        assertThat(now.roster()).isEqualTo(THREE);
    }

    @Test
    void aLeaverWithDataIsPlannedAsAMoveAndNotAsACrash() {
        for (int copies = 0; copies <= 2; copies++) {
            Planner data = planner.replicated(copies);
            Allocation before = data.first(
                    new Version("x", 1),
                    Tokens.sql(30),
                    Roster.of(IntStream.range(0, 5)
                            .mapToObj(i -> Member.of("n" + i))
                            .toList()),
                    Directives.NONE);
            Plan plan = data.plan(before, new Change.Leave("n2"));
            Allocation after = plan.after();
            assertThat(plan.summary().moved())
                    .isEqualTo(6)
                    .isEqualTo(plan.summary().bound());
            assertThat(Checker.check(after, planner.allocator().laws())).isEmpty();
            before.piecesOf("n2")
                    .forEach(piece -> assertThat(after.tenureOf(piece).rule()).isEqualTo(Rule.OWNER_LEFT));
            assertThat(plan.moves())
                    .as("the same as without data")
                    .isEqualTo(planner.plan(before, new Change.Leave("n2")).moves());
        }
    }

    @Test
    void aJoinerTakesItsShareAndNothingElseMoves() {
        Plan plan = planner.plan(now, new Change.Join(Member.of("n4")));
        assertThat(plan.moves()).allSatisfy(move -> assertThat(move.to()).contains("n4"));
        assertThat(plan.summary().moved()).isEqualTo(3);
        assertThat(plan.summary().bound()).isEqualTo(3);
    }

    @Test
    void drainingIsLeavingForThePiecesButNotForTheMember() {
        Plan plan = planner.plan(now, Change.drain("n2"));
        assertThat(plan.moves())
                .isEqualTo(planner.plan(now, new Change.Leave("n2")).moves());
        assertThat(plan.after().roster()).isEqualTo(THREE);
        assertThat(plan.summary().causes()).containsExactly("n2 drains");
    }

    @Test
    void aHeavierMemberTakesMore() {
        Plan plan = planner.plan(now, new Change.Weigh("n1", 2));
        assertThat(plan.after().division().counts()).containsExactly(6, 3, 3);
        assertThat(plan.summary().causes()).containsExactly("n1 weighs 2");
    }

    @Test
    void severalChangesTogetherAreOneStep() {
        Plan plan =
                planner.plan(now, new Change.Leave("n1"), new Change.Join(Member.of("n9")), new Change.Pin("11", "n2"));
        assertThat(plan.after().epoch()).isEqualTo(2);
        assertThat(plan.after().owner(11)).contains(Member.of("n2"));
        assertThat(Checker.check(plan.after(), planner.allocator().laws())).isEmpty();
        Plan unpinned = planner.plan(plan.after(), new Change.Unpin("11"));
        assertThat(unpinned.after().directives().pins()).isEmpty();
    }

    @Test
    void aChangeThatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> planner.plan(now, new Change.Leave("n7")))
                .hasMessage("there is no member n7; the members are n1, n2, n3");
        assertThatThrownBy(() -> planner.plan(now, new Change.Join(Member.of("n1"))))
                .hasMessage("member n1 is in the roster already");
        assertThatThrownBy(() -> planner.plan(now, new Change.Pin("12", "n1")))
                .hasMessageStartingWith("there is no piece 12 among 12 tokens");
        assertThatThrownBy(() -> planner.plan(now, new Change.Weigh("n1", -1))).hasMessageContaining("weight -1");
    }

    @Test
    void aPieceExplainsItself() {
        assertThat(Explanation.why(now, 4).sentence())
                .isEqualTo("piece 4 has belonged to n2 since epoch 1: it had no owner before.");
        Allocation after = planner.plan(now, new Change.Leave("n2")).after();
        Explanation why = Explanation.why(after, 4);
        assertThat(why.rule()).isEqualTo(Rule.OWNER_LEFT);
        assertThat(why.sentence())
                .isEqualTo("piece 4 has belonged to n1 since epoch 2 (formerly n2): its former owner left.");
        Allocation joined = planner.plan(now, new Change.Join(Member.of("n4"))).after();
        int moved = joined.piecesOf("n4").first(0);
        assertThat(Explanation.why(joined, moved).sentence()).endsWith(": its former owner held more than its share.");
    }

    @Test
    void aPieceNamesTheMembersThatKeepItsCopies() {
        Version version = new Version("x", 1);
        Roster two = THREE.without("n3");
        Allocation one = planner.replicated(1).first(version, Tokens.sql(12), two, Directives.NONE);
        assertThat(Explanation.why(one, 0).sentence())
                .isEqualTo("piece 0 has belonged to n1 since epoch 1: it had no owner before; its copy is at n2.");
        Allocation both = planner.replicated(2).first(version, Tokens.sql(12), THREE, Directives.NONE);
        assertThat(Explanation.why(both, 0).sentence()).endsWith("; its copies are at n2 and n3.");
    }

    @Test
    void aUnitIsAskedForByItsName() {
        Allocation units = planner.first(new Version("x", 1), Units.of("mail", "sms"), THREE, Directives.NONE);
        assertThat(Explanation.why(units, "sms").sentence()).startsWith("piece sms has belonged to n2 since epoch 1");
        assertThatThrownBy(() -> Explanation.why(units, "fax")).hasMessage("there is no piece fax among 2 units");
    }

    @Test
    void aPieceInMotionNamesTheMembersThatItWaitsFor() {
        Acknowledgements acknowledgements =
                Acknowledgements.of(new TreeMap<>(Map.of(Member.of("n2").incarnation(), 0L)));
        Allocation moving = planner.next(now, now.pieces(), THREE.without("n2"), Directives.NONE, acknowledgements);
        assertThat(Explanation.why(moving, 4).sentence())
                .endsWith("its former owner left; it waits for n2 to acknowledge epoch 2.");
    }

    @Test
    void manyCausesAreCountedNotListed() {
        List<Change> joins = IntStream.range(0, 20)
                .<Change>mapToObj(i -> new Change.Join(Member.of("x" + i)))
                .toList();
        assertThat(planner.plan(now, joins).summary().causes()).hasSize(8).endsWith("and 13 more");
    }
}

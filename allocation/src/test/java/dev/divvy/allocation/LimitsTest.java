package dev.divvy.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.check.Checker;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Limits are stated, enforced, and named in the message. */
class LimitsTest {

    private static final Sticky STICKY = new Sticky(Sticky.Policy.RUNS);
    private static final Planner PLANNER = new Planner(STICKY);

    @Test
    void namesAreNeitherEmptyNorEndlessNorUnprintable() {
        assertThatThrownBy(() -> Member.of("")).hasMessage("member id is empty");
        assertThatThrownBy(() -> Member.of("n".repeat(10_000)))
                .hasMessageStartingWith("member id \"nnnn")
                .hasMessageEndingWith("has 10000 characters; the most is 255");
        assertThatThrownBy(() -> Member.of("a\nb"))
                .hasMessage("member id \"a?b\" has the control character U+000A at index 1");
        assertThatThrownBy(() -> Member.of("a\ud800b"))
                .hasMessage("member id \"a?b\" is not valid text: half of a surrogate pair at index 1");
        assertThatThrownBy(() -> Member.of("a").inZone("")).hasMessage("zone of member a is empty");
        assertThatThrownBy(() -> Units.of("")).hasMessage("unit name is empty");
        assertThatThrownBy(() -> Units.of("u".repeat(10_000))).hasMessageContaining("the most is 1000");
        assertThatThrownBy(() -> new Version("", 1)).hasMessage("lineage is empty");
        assertThatCode(() -> Units.of("u".repeat(1000), "unité 😀, with spaces and commas"))
                .doesNotThrowAnyException();
    }

    @Test
    void everyIdAndEveryUnitIsThereOnce() {
        assertThatThrownBy(() -> Roster.of(Member.of("n1"), Member.of("n2"), Member.of("n1")))
                .hasMessage("member id n1 is in the roster twice");
        assertThatThrownBy(() -> Units.of("a", "b", "a")).hasMessage("unit a is in the set twice");
    }

    @Test
    void weightsAreNeitherNegativeNorHuge() {
        assertThatThrownBy(() -> Member.of("n1").withWeight(-1))
                .hasMessage("weight -1 of member n1 is not between 0 and 1000000");
        assertThatThrownBy(() -> Member.of("n1").withWeight(1_000_001)).hasMessageContaining("1000001");
        assertThatThrownBy(() -> Directives.NONE.weigh("n1", -5)).hasMessageContaining("weight -5 of member n1");
        assertThatThrownBy(() -> new Member("n1", -1, Optional.empty(), 1))
                .hasMessage("incarnation -1 of member n1 is negative");
    }

    @Test
    void nothingOverflowsAtTheLargest() {
        List<Member> members = new ArrayList<>();
        IntStream.range(0, Roster.MOST)
                .forEach(i -> members.add(Member.of("m" + i).withWeight(Member.HEAVIEST - i % 7)));
        Allocation first =
                PLANNER.first(new Version("x", 1), Tokens.wide(Pieces.MOST), Roster.of(members), Directives.NONE);
        assertThat(Checker.check(first, STICKY.laws())).isEmpty();
        assertThatThrownBy(() -> {
                    members.add(Member.of("one more"));
                    Roster.of(members);
                })
                .hasMessage("10001 members are too many; the most is 10000");
    }

    @Test
    void theLightestBesideTheHeaviestStillHasItsShare() {
        Roster roster = Roster.of(Member.of("light"), Member.of("heavy").withWeight(Member.HEAVIEST));
        Allocation first = PLANNER.first(new Version("x", 1), Tokens.wide(Pieces.MOST), roster, Directives.NONE);
        assertThat(first.piecesOf("light").count()).isBetween(1, 2);
        assertThat(first.piecesOf("heavy").count() + first.piecesOf("light").count())
                .isEqualTo(Pieces.MOST);
    }

    @Test
    void withoutMembersNothingHasAnOwner() {
        Allocation first = PLANNER.first(new Version("x", 1), Tokens.sql(10), Roster.EMPTY, Directives.NONE);
        assertThat(first.division().unowned()).isEqualTo(Runs.of(0, 9));
        assertThat(first.owner(3)).isEmpty();
        assertThat(first.lookup().ownerOf(3)).isEqualTo(Division.NO_MEMBER);
    }

    @Test
    void withMoreMembersThanPiecesSomeHoldNothing() {
        Roster roster = Roster.of(Member.of("a"), Member.of("b"), Member.of("c"));
        Allocation first = PLANNER.first(new Version("x", 1), Units.of("only"), roster, Directives.NONE);
        assertThat(Checker.check(first, STICKY.laws())).isEmpty();
        assertThat(first.division().counts()).containsExactlyInAnyOrder(1, 0, 0);
    }

    @Test
    void noUnitsAtAllAreLegalAndNoTokensAreNot() {
        Allocation first = PLANNER.first(new Version("x", 1), Units.of(), Roster.of(Member.of("a")), Directives.NONE);
        assertThat(first.division().counts()).containsExactly(0);
        assertThatThrownBy(() -> Tokens.sql(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> first.owner(0)).hasMessage("piece 0 does not exist: there are 0, numbered from 0");
    }

    @Test
    void manyPinsAreNoProblem() {
        Roster roster = Roster.EMPTY;
        NavigableMap<String, String> pins = new TreeMap<>();
        for (int i = 0; i < 2000; i++) {
            roster = roster.with(Member.of("m" + i));
        }
        for (int piece = 0; piece < 100_000; piece += 2) {
            pins.put(Integer.toString(piece), "m" + piece % 2000);
        }
        Directives directives = new Directives(pins, new TreeMap<>(), false, Optional.empty());
        Allocation first = PLANNER.first(new Version("x", 1), Tokens.wide(100_000), roster, directives);
        assertThat(Checker.check(first, STICKY.laws())).isEmpty();
    }

    @Test
    void epochsAndCopiesHaveBounds() {
        assertThatThrownBy(() -> new Version("x", 0)).hasMessage("epoch 0 of lineage x; the first is 1");
        assertThatThrownBy(() -> new Version("x", Long.MAX_VALUE).next())
                .hasMessage("lineage x has reached its last epoch; start a new lineage");
        assertThatThrownBy(() -> new Planner(STICKY).replicated(8)).hasMessage("8 copies: must be between 0 and 7");
    }
}

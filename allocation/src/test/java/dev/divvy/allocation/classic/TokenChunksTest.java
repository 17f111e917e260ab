package dev.divvy.allocation.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.allocator.Cases;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenChunksTest {

    private final TokenChunks tokenChunks = new TokenChunks();

    @Test
    void tenTokensAreTwoForEachOfFiveNodes() {
        Allocation five = Cases.first(tokenChunks, Tokens.wide(10), nodes(5));
        assertThat(five.division()).hasToString("[0-1, 2-3, 4-5, 6-7, 8-9]");
    }

    @Test
    void aThousandTokensAreTwoHundredEachAgainAfterANodeDiedAndCameBack() {
        Allocation five = Cases.first(tokenChunks, Tokens.wide(1000), nodes(5));
        assertThat(five.division().of(0)).isEqualTo(Runs.of(0, 199));
        Allocation four = Cases.next(tokenChunks, five, five.roster().without("node_2"));
        assertThat(four.division().counts()).containsExactly(250, 250, 250, 250);
        assertThat(four.piecesOf("node_4").pieces())
                .isEqualTo(IntStream.concat(IntStream.range(300, 350), IntStream.range(600, 800))
                        .toArray());
        Allocation back = Cases.next(tokenChunks, four, nodes(5));
        assertThat(back.division()).isEqualTo(five.division());
    }

    @Test
    void aRemainderIsNotLostAtTheStart() {
        assertThat(Cases.first(tokenChunks, Tokens.wide(10), nodes(4)).division())
                .hasToString("[0-1, 2-3, 4-6, 7-9]");
        assertThat(Cases.first(tokenChunks, Tokens.wide(2), nodes(4)).division().counts())
                .containsExactly(1, 1, 0, 0);
    }

    @Test
    void aJoinerTakesWhatEachListHasAfterItsFirstPieces() {
        Allocation three = Cases.first(tokenChunks, Tokens.wide(12), nodes(3));
        Allocation two = Cases.next(tokenChunks, three, nodes(3).without("node_3"));
        assertThat(two.division().owners()).containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1);
        Allocation joined = Cases.next(tokenChunks, two, two.roster().with(Member.of("a-first")));
        assertThat(joined.piecesOf("a-first")).hasToString("8-11");
    }

    @Test
    void withMoreMembersThanPiecesAJoinerTakesAll() {
        Allocation three = Cases.first(tokenChunks, Tokens.wide(3), nodes(3));
        Allocation four = Cases.next(tokenChunks, three, nodes(4));
        assertThat(four.division().counts()).containsExactly(0, 0, 0, 3);
    }

    @Test
    void severalChangesAtOnceAreLeavesAndThenJoinsOneByOne() {
        Allocation five = Cases.first(tokenChunks, Tokens.wide(1000), nodes(5));
        Allocation atOnce = Cases.next(tokenChunks, five, Roster.of(nodes("1", "3", "5", "6", "7")));
        Allocation stepwise = five;
        for (Roster step : List.of(
                Roster.of(nodes("1", "3", "4", "5")),
                Roster.of(nodes("1", "3", "5")),
                Roster.of(nodes("1", "3", "5", "6")),
                Roster.of(nodes("1", "3", "5", "6", "7")))) {
            stepwise = Cases.next(tokenChunks, stepwise, step);
        }
        assertThat(atOnce.division().counts())
                .isEqualTo(stepwise.division().counts())
                .containsExactly(200, 200, 200, 250 - 50, 200);
    }

    @Test
    void aRestartOrADrainedStrangerMovesNothing() {
        Allocation five = Cases.first(tokenChunks, Tokens.wide(100), nodes(5));
        Roster restarted = five.roster().with(Member.of("node_2").withIncarnation(1));
        Allocation next =
                Cases.next(tokenChunks, five, restarted.with(Member.of("x").withWeight(0)));
        assertThat(next.movesSince(five)).isEmpty();
    }

    @Test
    void aDrainedMemberIsAsGoodAsGone() {
        Allocation five = Cases.first(tokenChunks, Tokens.wide(100), nodes(5));
        Directives drain = Directives.NONE.weigh("node_2", 0);
        Allocation drained =
                new Planner(tokenChunks).next(five, five.pieces(), five.roster(), drain, Acknowledgements.NONE);
        Allocation gone = Cases.next(tokenChunks, five, five.roster().without("node_2"));
        assertThat(Cases.owners(drained)).isEqualTo(Cases.owners(gone));
        Allocation back = new Planner(tokenChunks)
                .next(drained, five.pieces(), five.roster(), Directives.NONE, Acknowledgements.NONE);
        assertThat(back.division()).isEqualTo(five.division());
    }

    @Test
    void newUnitsAreSharedAndMoveNoOthers() {
        Units few = Units.of("a", "c", "e", "g");
        Allocation before = Cases.first(tokenChunks, few, nodes(2));
        Units more = Units.of("a", "b", "c", "d", "e", "f", "g");
        Allocation after =
                new Planner(tokenChunks).next(before, more, before.roster(), Directives.NONE, Acknowledgements.NONE);
        assertThat(Cases.owners(after))
                .containsExactly("node_1", "node_1", "node_1", "node_2", "node_2", "node_2", "node_2");
    }

    private static Roster nodes(int count) {
        return Roster.of(nodes(
                IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toArray(String[]::new)));
    }

    private static List<Member> nodes(String... numbers) {
        return Arrays.stream(numbers).map(number -> Member.of("node_" + number)).toList();
    }
}

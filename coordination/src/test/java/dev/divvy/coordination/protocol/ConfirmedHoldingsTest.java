package dev.divvy.coordination.protocol;

import static dev.divvy.coordination.protocol.StepFixtures.PLANNER;
import static dev.divvy.coordination.protocol.StepFixtures.card;
import static dev.divvy.coordination.protocol.StepFixtures.divided;
import static dev.divvy.coordination.protocol.StepFixtures.incarnation;
import static dev.divvy.coordination.protocol.StepFixtures.next;
import static dev.divvy.coordination.protocol.StepFixtures.roster;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Card;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConfirmedHoldingsTest {

    private final Card a = card("a", 9);
    private final Card b = card("b", 9);

    @Test
    void aPieceThatStaysWithTheSameSinceIsKept() {
        Allocation first = first(Tokens.sql(4), a);
        Allocation second = next(first, Directives.NONE, a, b);
        Runs owned = Holdings.owned(second, incarnation("a"));
        ConfirmedHoldings confirmed = ConfirmedHoldings.of(first, Tokens.sql(4).all(), second, owned);
        assertThat(confirmed.kept()).isEqualTo(owned);
        assertThat(confirmed.lost()).isEqualTo(Tokens.sql(4).all().minus(owned));
        assertThat(confirmed.kept().count()).isEqualTo(2);
    }

    @Test
    void unitsAreKeptByTheirNamesWhereverTheirNumbersShift() {
        Allocation first = first(Units.of("k", "m", "p"), a);
        Units later = Units.of("a", "k", "l", "p");
        Allocation second = divided(first, later, a);
        ConfirmedHoldings confirmed =
                ConfirmedHoldings.of(first, Runs.of(0, 2), second, Holdings.owned(second, incarnation("a")));
        assertThat(confirmed.kept()).isEqualTo(Runs.ofPieces(later.indexOf("k"), later.indexOf("p")));
        assertThat(confirmed.lost()).as("m, in the numbers of before").isEqualTo(Runs.ofPieces(1));
    }

    @Test
    void aUnitThatWasAwayIsAnother() {
        Allocation first = first(Units.of("k", "m"), a);
        Allocation without = divided(first, Units.of("k"), a);
        Allocation again = divided(without, Units.of("k", "m"), a);
        ConfirmedHoldings confirmed =
                ConfirmedHoldings.of(first, Runs.of(0, 1), again, Holdings.owned(again, incarnation("a")));
        assertThat(confirmed).isEqualTo(new ConfirmedHoldings(Runs.ofPieces(0), Runs.ofPieces(1)));
    }

    @Test
    void tokensThatWereSplitAreOtherPieces() {
        Allocation first = first(Tokens.sql(4), a);
        Allocation second = divided(first, Tokens.sql(8), a);
        ConfirmedHoldings confirmed =
                ConfirmedHoldings.of(first, Runs.of(0, 3), second, Holdings.owned(second, incarnation("a")));
        assertThat(confirmed).isEqualTo(new ConfirmedHoldings(Runs.NONE, Runs.of(0, 3)));
    }

    @Test
    void anotherLineageConfirmsNothing() {
        Allocation first = first(Tokens.sql(4), a);
        Allocation other = PLANNER.first(new Version("M", 1), Tokens.sql(4), roster(a), Directives.NONE);
        ConfirmedHoldings confirmed =
                ConfirmedHoldings.of(first, Runs.of(0, 3), other, Holdings.owned(other, incarnation("a")));
        assertThat(confirmed).isEqualTo(new ConfirmedHoldings(Runs.NONE, Runs.of(0, 3)));
    }

    /** Computes the same result piece by piece and by name. */
    @Test
    void keptAndLostAreWhatTheNamesSay() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Units before = some(random);
            Units after = some(random);
            Allocation first = first(before, a, b);
            Allocation second = divided(first, after, a, b);
            Allocation third = next(second, Directives.NONE, random.nextBoolean() ? a : b);
            Runs held = Holdings.owned(first, incarnation("a"));
            Runs owned = Holdings.owned(third, incarnation("a"));
            ConfirmedHoldings confirmed = ConfirmedHoldings.of(first, held, third, owned);
            List<String> stay = new ArrayList<>();
            held.forEach(piece -> {
                int place = after.indexOf(before.name(piece));
                if (place >= 0 && owned.contains(place) && third.tenureOf(place).since() == 1) {
                    stay.add(before.name(piece));
                }
            });
            List<String> go = names(held, before);
            go.removeAll(stay);
            assertThat(names(confirmed.kept(), after)).as("seed %d", seed).isEqualTo(stay);
            assertThat(names(confirmed.lost(), before)).as("seed %d", seed).isEqualTo(go);
            List<String> present = names(held, before);
            present.removeIf(name -> after.indexOf(name) < 0);
            assertThat(names(ConfirmedHoldings.renumbered(held, before, after), after))
                    .as("seed %d", seed)
                    .isEqualTo(present);
        }
    }

    private static Units some(Random random) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            if (random.nextInt(3) > 0) {
                names.add("unit-" + i);
            }
        }
        return Units.of(names);
    }

    private static List<String> names(Runs runs, Pieces pieces) {
        List<String> names = new ArrayList<>();
        runs.forEach(piece -> names.add(pieces.name(piece)));
        return names;
    }

    private static Allocation first(Pieces pieces, Card... cards) {
        return PLANNER.first(new Version("L", 1), pieces, roster(cards), Directives.NONE);
    }
}

package dev.divvy.allocation.stable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.allocator.Cases;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The moves of {@link Stable} compared with the fewest possible. The goal is 1 + 0.6 N / sqrt(T) times the fewest. It is met up to N=30 at
 * T=16384 and N=10 at T=1000. With fewer pieces per member it is missed, among equal members by about 1 % (T=1000, N=30), 4 % (T=16384,
 * N=100) and 15 % (T=1000, N=100); the limits here are the measured figures with a small margin. The seed is fixed, and so are the figures.
 */
class StableMovesTest {

    private static final long SEED = 1;
    private static final int GROUPS = 10;
    private static final int EVENTS = 8;

    @ParameterizedTest
    @CsvSource({
        "16384, 10, 1.047",
        "16384, 30, 1.141",
        "16384, 100, 1.6",
        "1000, 10, 1.19",
        "1000, 30, 1.65",
        "1000, 100, 3.5"
    })
    void aJoinOrALeaveMovesLittleMoreThanItMust(int tokens, int members, double most) {
        assertThat(new Churn(new Stable(), SEED, 1).ofMembers(Tokens.wide(tokens), members, GROUPS, EVENTS))
                .as("moved over the fewest, seed %d", SEED)
                .isBetween(1.0, most);
    }

    @ParameterizedTest
    @CsvSource({"16384, 10, 1.047", "16384, 30, 1.141", "1000, 30, 1.65"})
    void soDoesAJoinOrALeaveAmongMembersOfManyWeights(int tokens, int members, double most) {
        assertThat(new Churn(new Stable(), SEED, 10).ofMembers(Tokens.wide(tokens), members, GROUPS, EVENTS))
                .as("moved over the fewest, seed %d", SEED)
                .isBetween(1.0, most);
    }

    @ParameterizedTest
    @CsvSource({"16384, 30, 1.141", "1000, 10, 1.19"})
    void unitsMoveLikeTokens(int units, int members, double most) {
        assertThat(new Churn(new Stable(), SEED, 1).ofMembers(Cases.units(units), members, GROUPS, EVENTS))
                .as("moved over the fewest, seed %d", SEED)
                .isBetween(1.0, most);
    }

    @ParameterizedTest
    @CsvSource({"1000, 10, 4", "1000, 30, 6", "1000, 100, 15", "16384, 30, 8"})
    void aUnitThatComesOrGoesMovesFewOthers(int units, int members, double most) {
        assertThat(new Churn(new Stable(), SEED, 1).ofUnits(units, members, 60))
                .as("others moved on the average, seed %d", SEED)
                .isLessThanOrEqualTo(most);
    }
}

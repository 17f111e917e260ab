package dev.divvy.testkit.simulation.random;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.coordination.Timing;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** What a seed draws when a scenario leaves it open. */
public final class ScenarioChoices {

    private static final int MOST_UNITS = 40;

    /** As they are, and with as little to spare as is allowed. */
    private static final List<Timing> TIMINGS = List.of(
            Timing.SERVER,
            Timing.PEERS,
            Timing.SERVER.withMargin(Duration.ofMillis(350)),
            Timing.SERVER.withGrace(Duration.ofMillis(1500)).withSettle(Duration.ofMillis(20)),
            new Timing(
                    Duration.ofMillis(300),
                    Duration.ofSeconds(1),
                    Duration.ofMillis(100),
                    Duration.ofMillis(10),
                    Duration.ofMillis(100),
                    0.05));

    private ScenarioChoices() {}

    public static Timing timing(SeededRandom dice) {
        return dice.pick(TIMINGS);
    }

    public static Pieces pieces(SeededRandom dice) {
        return switch (dice.below(4)) {
            case 0 -> Tokens.sql(8);
            case 1 -> Tokens.sql(16);
            default -> Units.of(units(8 + dice.below(16)));
        };
    }

    /** Units that may come and go in any simulation of units. */
    public static List<String> later() {
        return units(MOST_UNITS);
    }

    private static List<String> units(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "u" + (char) ('a' + i / 10) + i % 10)
                .toList();
    }
}

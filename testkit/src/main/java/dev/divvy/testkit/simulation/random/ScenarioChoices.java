package dev.divvy.testkit.simulation.random;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.coordination.Timing;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** The parameters that a seed draws when a scenario leaves them open. */
public final class ScenarioChoices {

    private static final int MOST_UNITS = 40;

    /** The presets, and variants with the smallest allowed margins. */
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

    public static Timing timing(SeededRandom random) {
        return random.pick(TIMINGS);
    }

    public static Pieces pieces(SeededRandom random) {
        return switch (random.below(4)) {
            case 0 -> Tokens.sql(8);
            case 1 -> Tokens.sql(16);
            default -> Units.of(units(8 + random.below(16)));
        };
    }

    /** Returns the units that may be added and removed in any simulation of units. */
    public static List<String> later() {
        return units(MOST_UNITS);
    }

    private static List<String> units(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "u" + (char) ('a' + i / 10) + i % 10)
                .toList();
    }
}

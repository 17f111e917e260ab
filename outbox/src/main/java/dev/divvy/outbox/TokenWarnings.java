package dev.divvy.outbox;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Sighting;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Says once what is wrong with the tokens of the configuration, after it was so for ten pulses: processors that start or are replaced one after
 * the other pass through such states. Used by the pulse thread.
 */
final class TokenWarnings implements Consumer<Sighting> {

    private static final int PULSES = 10;

    private final Consumer<String> log;
    private Optional<Version> version = Optional.empty();
    private List<String> problems = List.of();
    private int pulses;

    TokenWarnings(Consumer<String> log) {
        this.log = log;
    }

    @Override
    public void accept(Sighting sighting) {
        Optional<Version> seen = sighting.allocation().map(Allocation::version);
        if (!seen.equals(version)) {
            version = seen;
            List<String> now =
                    sighting.allocation().map(ConfiguredTokens::problems).orElse(List.of());
            pulses = now.equals(problems) ? pulses : 0;
            problems = now;
        }
        if (!problems.isEmpty() && ++pulses == PULSES) {
            problems.forEach(log);
        }
    }
}

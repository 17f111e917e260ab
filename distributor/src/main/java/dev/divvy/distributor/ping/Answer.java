package dev.divvy.distributor.ping;

import java.time.Duration;
import java.util.Optional;

/**
 * What came of pinging one service once: it is alive, or it is denied for a reason that a person understands.
 *
 * @param denial why it counts as not alive; empty when it is alive
 * @param took from asking to knowing
 */
public record Answer(Optional<String> denial, Duration took) {

    static Answer alive(Duration took) {
        return new Answer(Optional.empty(), took);
    }

    static Answer denied(String reason, Duration took) {
        return new Answer(Optional.of(reason), took);
    }

    public boolean alive() {
        return denial.isEmpty();
    }

    @Override
    public String toString() {
        return denial.map(reason -> "denied: " + reason).orElse("alive") + " (" + took.toMillis() + " ms)";
    }
}

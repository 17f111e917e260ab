package dev.divvy.distributor.ping;

import java.time.Duration;
import java.util.Optional;

/**
 * What came of pinging one service once: it is alive, or it is denied for a reason that a person understands.
 *
 * @param denial why it counts as not alive; empty when it is alive
 * @param took from asking to knowing
 */
public record PingResult(Optional<String> denial, Duration took) {

    static PingResult alive(Duration took) {
        return new PingResult(Optional.empty(), took);
    }

    static PingResult denied(String reason, Duration took) {
        return new PingResult(Optional.of(reason), took);
    }

    public boolean alive() {
        return denial.isEmpty();
    }

    @Override
    public String toString() {
        return denial.map(reason -> "denied: " + reason).orElse("alive") + " (" + took.toMillis() + " ms)";
    }
}

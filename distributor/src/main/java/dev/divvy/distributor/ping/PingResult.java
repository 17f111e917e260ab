package dev.divvy.distributor.ping;

import java.time.Duration;
import java.util.Optional;

/**
 * The result of one ping of one service: alive, or denied for a reason that a person understands.
 *
 * @param denial the reason why it does not count as alive; empty when it is alive
 * @param took the time from the start of the ping to its result
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

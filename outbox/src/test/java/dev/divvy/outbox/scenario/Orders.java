package dev.divvy.outbox.scenario;

import java.time.Duration;
import java.util.List;

/**
 * What one worker is told when it begins.
 *
 * @param inside whether its effects are part of the completing transaction
 */
record Orders(String member, boolean inside, Duration pulse, Duration expiration) {

    List<String> words() {
        return List.of(member, Boolean.toString(inside), pulse.toString(), expiration.toString());
    }

    static Orders of(List<String> words) {
        return new Orders(
                words.get(0),
                Boolean.parseBoolean(words.get(1)),
                Duration.parse(words.get(2)),
                Duration.parse(words.get(3)));
    }
}

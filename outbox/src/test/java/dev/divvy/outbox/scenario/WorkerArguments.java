package dev.divvy.outbox.scenario;

import java.time.Duration;
import java.util.List;

/**
 * The arguments of one worker.
 *
 * @param inside whether its effects are part of the completing transaction
 */
record WorkerArguments(String member, boolean inside, Duration pulse, Duration expiration) {

    List<String> arguments() {
        return List.of(member, Boolean.toString(inside), pulse.toString(), expiration.toString());
    }

    static WorkerArguments of(List<String> arguments) {
        return new WorkerArguments(
                arguments.get(0),
                Boolean.parseBoolean(arguments.get(1)),
                Duration.parse(arguments.get(2)),
                Duration.parse(arguments.get(3)));
    }
}

package dev.divvy.testservers.redis;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.process.Programs;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The programs redis-cli and redis-benchmark, as the machine has them. */
public final class RedisTools {

    private static final List<String> PROGRAMS = List.of("redis-cli", "redis-benchmark");

    /** A benchmark sends millions of requests, perhaps on a busy machine. */
    private static final Duration MEASURING = Duration.ofMinutes(10);

    private RedisTools() {}

    /** What a program said, errors too, and the code that it ended with. */
    public record Ran(int exitCode, List<String> lines) {

        public Ran {
            lines = List.copyOf(lines);
        }

        /** All that it said. */
        public String text() {
            return String.join("\n", lines);
        }
    }

    /** Why there can be none, and how to get them; empty when there can. */
    public static Optional<String> missing() {
        return PROGRAMS.stream()
                .filter(program -> Programs.onPath(program).isEmpty())
                .map(program ->
                        "Redis tools: " + program + " is not on the PATH (on Debian: apt-get install redis-tools)")
                .findFirst();
    }

    /** Runs redis-cli against a port of this machine. An error answer ends it with 1. */
    public static Ran cli(int port, String... arguments) {
        return run(Await.LIMIT, "redis-cli", List.of("-h", "127.0.0.1", "-p", Integer.toString(port), "-e"), arguments);
    }

    /** Runs redis-cli on a whole cluster: {@code --cluster} with what follows it. */
    public static Ran cluster(String... arguments) {
        return run(Await.LIMIT, "redis-cli", List.of("--cluster"), arguments);
    }

    /** Runs redis-benchmark against a port of this machine. An error answer ends it with 1. */
    public static Ran benchmark(int port, String... arguments) {
        return run(MEASURING, "redis-benchmark", List.of("-h", "127.0.0.1", "-p", Integer.toString(port)), arguments);
    }

    private static Ran run(Duration atMost, String program, List<String> first, String... more) {
        List<String> command = new ArrayList<>();
        command.add(Programs.onPath(program)
                .orElseThrow(() -> new IllegalStateException(missing().orElse("no " + program)))
                .toString());
        command.addAll(first);
        command.addAll(List.of(more));
        // A plain terminal: no colours among the words.
        try (TestProcess process = TestProcess.start(program, command, Map.of("TERM", "dumb"))) {
            process.awaitEnd(atMost);
            return new Ran(process.exitCode(), process.said(""));
        }
    }
}

package dev.divvy.testservers.redis;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.process.Programs;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the installed programs redis-cli and redis-benchmark. */
public final class RedisTools {

    private static final List<String> PROGRAMS = List.of("redis-cli", "redis-benchmark");

    /** A benchmark sends millions of requests, perhaps on a busy machine. */
    private static final Duration BENCHMARK_TIMEOUT = Duration.ofMinutes(10);

    private RedisTools() {}

    /** The output of a program, including errors, and its exit code. */
    public record Result(int exitCode, List<String> lines) {

        public Result {
            lines = List.copyOf(lines);
        }

        /** Returns the whole output. */
        public String text() {
            return String.join("\n", lines);
        }
    }

    /** Returns why the programs are not available and how to get them; empty when they are. */
    public static Optional<String> missing() {
        return PROGRAMS.stream()
                .filter(program -> Programs.onPath(program).isEmpty())
                .map(program ->
                        "Redis tools: " + program + " is not on the PATH (on Debian: apt-get install redis-tools)")
                .findFirst();
    }

    /** Runs redis-cli against a port of this machine. An error reply ends it with 1. */
    public static Result cli(int port, String... arguments) {
        return run(Await.LIMIT, "redis-cli", List.of("-h", "127.0.0.1", "-p", Integer.toString(port), "-e"), arguments);
    }

    /** Runs {@code redis-cli --cluster} with these arguments. */
    public static Result cluster(String... arguments) {
        return run(Await.LIMIT, "redis-cli", List.of("--cluster"), arguments);
    }

    /** Runs redis-benchmark against a port of this machine. An error reply ends it with 1. */
    public static Result benchmark(int port, String... arguments) {
        return run(
                BENCHMARK_TIMEOUT,
                "redis-benchmark",
                List.of("-h", "127.0.0.1", "-p", Integer.toString(port)),
                arguments);
    }

    private static Result run(Duration timeout, String program, List<String> first, String... more) {
        List<String> command = new ArrayList<>();
        command.add(Programs.onPath(program)
                .orElseThrow(() -> new IllegalStateException(missing().orElse("no " + program)))
                .toString());
        command.addAll(first);
        command.addAll(List.of(more));
        // A plain terminal, for output without colours.
        try (TestProcess process = TestProcess.start(program, command, Map.of("TERM", "dumb"))) {
            process.awaitEnd(timeout);
            return new Result(process.exitCode(), process.output(""));
        }
    }
}

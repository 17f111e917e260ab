package dev.divvy.bench.outbox.drain;

import dev.divvy.bench.live.StandardInput;
import dev.divvy.bench.live.Timing;
import dev.divvy.bench.outbox.BenchDatabase;
import dev.divvy.coordination.support.DaemonThreads;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * An agent in a JVM of its own. It prints a line when it is ready, and then the number of events that it has completed whenever that has
 * changed. A line of input begins a drain; it ends at the end of standard input.
 */
final class AgentProcess {

    static final String READY = "ready";

    private static final long REPORT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private AgentProcess() {}

    /** Arguments: kind, id, number of agents, milliseconds of the handler, then URL, user and password of the database. */
    public static void main(String[] args) throws Exception {
        BenchDatabase database = new BenchDatabase("drain", args[4], args[5], args[6]);
        AgentSettings settings = new AgentSettings(args[1], Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (DrainAgent agent = DrainKind.valueOf(args[0]).agent(database, settings)) {
            DaemonThreads.start("divvy-bench-report", () -> report(agent, out));
            StandardInput.handleLines(line -> agent.begin());
        }
    }

    private static void report(DrainAgent agent, PrintStream out) {
        while (!agent.isReady()) {
            Timing.sleepUntil(System.nanoTime() + REPORT_NANOS);
        }
        out.println(READY);
        long reported = 0;
        while (true) {
            long completed = agent.completed();
            if (completed != reported) {
                out.println(completed);
                reported = completed;
            }
            Timing.sleepUntil(System.nanoTime() + REPORT_NANOS);
        }
    }
}

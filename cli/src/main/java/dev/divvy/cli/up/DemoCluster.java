package dev.divvy.cli.up;

import dev.divvy.cli.report.WordList;
import dev.divvy.cli.terminal.LiveScreen;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.cli.terminal.TerminalColours;
import dev.divvy.cli.up.demo.Demo;
import dev.divvy.cli.up.demo.DemoProcess;
import dev.divvy.cli.up.demo.DemoStatus;
import dev.divvy.cli.up.demo.Findings;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The demos that run, shown on the terminal. Used by one thread, except for the parts that it hands out. */
final class DemoCluster implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(500);
    private static final Duration PRINT_INTERVAL = Duration.ofSeconds(3);

    /** Room for the ring and for most lines beside it. */
    private static final int RING_COLUMNS = OwnershipRing.COLUMNS + 76;

    private final LiveScreen screen;
    private final StopSignal stop;

    /** Added by any thread, printed by the thread that supervises. */
    private final Queue<String> news = new ConcurrentLinkedQueue<>();

    /** Written by the thread that supervises. */
    private final List<Demo> demos = new CopyOnWriteArrayList<>();

    private final UpOperations operations;
    private final OwnershipRing ring = new OwnershipRing();

    /** @param seed the seed of chaos */
    DemoCluster(LiveScreen screen, StopSignal stop, int seed) {
        this.operations = new UpOperations(demos, seed, news::add);
        this.screen = screen;
        this.stop = stop;
        stop.beforeHalt(() -> processes().forEach(DemoProcess::kill));
    }

    /** Returns the demos that were added so far; readable by any thread. */
    List<Demo> demos() {
        return demos;
    }

    UpOperations operations() {
        return operations;
    }

    /** Returns a consumer of messages for the user, for any thread. */
    Consumer<String> news() {
        return news::add;
    }

    void add(Demo demo) {
        demos.add(demo);
    }

    private List<DemoProcess> processes() {
        return demos.stream().flatMap(demo -> demo.processes().stream()).toList();
    }

    /** Introduces the demos, watches them until it is asked to stop, and ends them. */
    void run(Optional<Integer> seconds, PrintWriter out) {
        demos.forEach(demo -> demo.introduction().forEach(screen::say));
        screen.say(
                "Open the dashboard and press Kill or Pause in a row, or Chaos: the others take over, and the audit shows"
                        + " what was lost. Ctrl-C stops everything and leaves nothing behind.");
        watch(seconds, out);
        screen.say(stop.reason() + "; shutting down the "
                + WordList.of(demos.stream().map(demo -> demo.kind().plural()).toList()));
        end();
    }

    private void watch(Optional<Integer> seconds, PrintWriter out) {
        long began = System.nanoTime();
        long printed = began;
        TerminalColours colours = TerminalColours.of(screen.isDrawn());
        while (!stop.await(TICK)) {
            demos.forEach(Demo::supervise);
            List<DemoStatus> now = demos.stream().map(Demo::status).toList();
            String audit = Findings.line(operations.audit());
            for (String line = news.poll(); line != null; line = news.poll()) {
                screen.say(line);
            }
            if (screen.isDrawn()) {
                List<String> lines = new ArrayList<>();
                now.forEach(demo -> lines.addAll(demo.lines(colours)));
                lines.add("");
                // In two lines, which fit into 80 columns.
                lines.addAll(List.of(audit.replace(": ", ":\n  ").split("\n")));
                screen.draw(withRing(lines, colours));
            } else if (System.nanoTime() - printed >= PRINT_INTERVAL.toNanos()) {
                printed = System.nanoTime();
                now.forEach(demo -> screen.say(demo.line()));
                screen.say(audit);
            }
            if (seconds.isPresent() && System.nanoTime() - began >= TimeUnit.SECONDS.toNanos(seconds.get())) {
                stop.ask("time is up");
            } else if (out.checkError() || screen.isGone()) {
                stop.ask("the output was closed");
            }
        }
    }

    /** Returns the lines with the ring of the first demo beside them, if there is room and it can have colours. */
    private List<String> withRing(List<String> lines, TerminalColours colours) {
        if (!colours.shown() || !screen.hasRoomFor(RING_COLUMNS, OwnershipRing.ROWS + 3)) {
            return lines;
        }
        Demo first = demos.get(0);
        List<String> members = first.processes().stream().map(first::member).toList();
        ring.see(first.snapshot().group());
        return ring.beside(lines, members::indexOf, colours);
    }

    private void end() {
        operations.close();
        demos.forEach(Demo::finish);
        DemoProcess.end(processes(), screen::say);
        demos.forEach(demo -> demo.result().forEach(screen::say));
        screen.say(Findings.line(operations.audit()));
        demos.forEach(Demo::close);
        demos.clear();
    }

    /** Ends the demos if they still run. */
    @Override
    public void close() {
        if (!demos.isEmpty()) {
            end();
        }
    }
}

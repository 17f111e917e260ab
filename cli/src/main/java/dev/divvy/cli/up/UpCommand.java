package dev.divvy.cli.up;

import dev.divvy.allocation.Pieces;
import dev.divvy.cli.http.HttpOptions;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.DurationOption;
import dev.divvy.cli.terminal.LiveScreen;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.cli.terminal.TerminalColours;
import dev.divvy.cli.terminal.WholeNumber;
import dev.divvy.console.ConsoleServer;
import dev.divvy.console.ConsoleSettings;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy up}: a demo to watch and to break. */
@Command(name = "up")
public final class UpCommand extends BaseCommand implements Runnable {

    private static final Duration TICK = Duration.ofMillis(500);
    private static final Duration PRINT_INTERVAL = Duration.ofSeconds(3);

    @Option(names = "--nodes", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(least = 0, most = 16)
    private int nodes = 5;

    // Leaves room for two ranges of sixteen ports above it, a hundred apart.
    @Option(names = "--port", paramLabel = "<port>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 65_535 - 100 - 16)
    private int port = 7400;

    @Option(names = "--tokens", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = Pieces.MOST)
    private Optional<Integer> tokens = Optional.empty();

    @Option(names = "--expiration", paramLabel = "<time>", converter = DurationOption.class)
    private Optional<Duration> expiration = Optional.empty();

    @Option(names = "--workers", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 16)
    private int workers = 3;

    @Option(names = "--rate", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 10_000)
    private int rate = 20;

    @Option(names = "--parsers", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(least = 0, most = 16)
    private int parsers = 3;

    @Option(names = "--seconds", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 1_000_000_000)
    private Optional<Integer> seconds = Optional.empty();

    @Mixin
    private final HttpOptions http = new HttpOptions();

    /** Added by any thread, printed by the thread that supervises. */
    private final Queue<String> news = new ConcurrentLinkedQueue<>();

    /** Written by the thread that supervises; read when all processes are killed. */
    private final List<Demo> demos = new CopyOnWriteArrayList<>();

    @Override
    public void run() {
        Optional<ConsoleSettings> shown = http.settings();
        String secret = secret();
        NodeLaunch launch = new NodeLaunch(secret, port, tokens, expiration);
        if (nodes > 0) {
            PortProbe.needFree(launch.port(0), "the control server");
            launch.needFree(1, nodes);
        }
        try (StopSignal stop = StopSignal.onSignals();
                LiveScreen screen = LiveScreen.open(out());
                DemoDatabase database = new DemoDatabase(secret)) {
            stop.beforeHalt(() -> processes().forEach(DemoProcess::kill));
            try {
                if (nodes > 0) {
                    demos.add(new CacheDemo(launch, nodes, news::add));
                }
                OutboxDemo outbox = new OutboxDemo(database, workers, rate, news::add);
                demos.add(outbox);
                if (parsers > 0) {
                    demos.add(new SitesDemo(database, parsers, news::add));
                }
                demos.forEach(demo -> demo.introduction().forEach(screen::say));
                screen.say("  Ctrl-C stops everything and leaves nothing behind");
                showAndWatch(shown, stop, screen);
                screen.say(stop.reason() + "; shutting down the "
                        + demos.stream().map(Demo::name).collect(Collectors.joining(" and the ")));
                end(screen);
                screen.say(outbox.result());
            } finally {
                end(screen);
            }
        }
    }

    /** Returns a random secret for this run. */
    private static String secret() {
        byte[] secret = new byte[8];
        new SecureRandom().nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }

    private List<DemoProcess> processes() {
        return demos.stream().flatMap(demo -> demo.processes().stream()).toList();
    }

    private List<DemoStatus> status() {
        return demos.stream().map(Demo::status).toList();
    }

    private void end(LiveScreen screen) {
        demos.forEach(Demo::close);
        DemoProcess.end(processes(), screen::say);
        demos.clear();
    }

    private void showAndWatch(Optional<ConsoleSettings> shown, StopSignal stop, LiveScreen screen) {
        if (shown.isEmpty()) {
            watch(stop, screen, now -> {});
            return;
        }
        try (UpConsole console = new UpConsole(status());
                ConsoleServer server = HttpOptions.start("--http", shown.get(), console)) {
            screen.say("  status of all processes at " + server.url() + "/api/status");
            watch(stop, screen, console::show);
        }
    }

    private void watch(StopSignal stop, LiveScreen screen, Consumer<List<DemoStatus>> shown) {
        long began = System.nanoTime();
        long printed = began;
        TerminalColours colours = TerminalColours.of(screen.isDrawn());
        while (!stop.await(TICK)) {
            demos.forEach(Demo::supervise);
            List<DemoStatus> now = status();
            shown.accept(now);
            for (String line = news.poll(); line != null; line = news.poll()) {
                screen.say(line);
            }
            if (screen.isDrawn()) {
                screen.draw(now.stream()
                        .flatMap(demo -> demo.lines(colours).stream())
                        .toList());
            } else if (System.nanoTime() - printed >= PRINT_INTERVAL.toNanos()) {
                printed = System.nanoTime();
                now.forEach(demo -> screen.say(demo.line()));
            }
            if (seconds.isPresent() && System.nanoTime() - began >= TimeUnit.SECONDS.toNanos(seconds.get())) {
                stop.ask("time is up");
            } else if (out().checkError()) {
                stop.ask("the output was closed");
            }
        }
    }
}

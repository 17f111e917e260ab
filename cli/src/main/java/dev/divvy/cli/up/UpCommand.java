package dev.divvy.cli.up;

import dev.divvy.allocation.Pieces;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Length;
import dev.divvy.cli.terminal.Screen;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.cli.terminal.WholeNumber;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code divvy up}: see it work, and break it. */
@Command(name = "up")
public final class UpCommand extends BaseCommand implements Runnable {

    private static final Duration TICK = Duration.ofMillis(500);
    private static final Duration PRINTED = Duration.ofSeconds(3);

    @Option(names = "--nodes", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(least = 0, most = 16)
    private int nodes = 5;

    // Two times sixteen ports above it, a hundred apart, must exist too.
    @Option(names = "--port", paramLabel = "<port>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 65_535 - 100 - 16)
    private int port = 7400;

    @Option(names = "--tokens", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = Pieces.MOST)
    private Optional<Integer> tokens = Optional.empty();

    @Option(names = "--expiration", paramLabel = "<time>", converter = Length.class)
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

    @Override
    public void run() {
        if (nodes > 0) {
            NodeLaunch.needFree(port, nodes);
        }
        try (Stop stop = Stop.onSignals();
                Screen screen = Screen.open(out());
                DemoDatabase database = new DemoDatabase()) {
            List<Demo> demos = new CopyOnWriteArrayList<>();
            stop.beforeForce(() -> demos.forEach(Demo::kill));
            try {
                if (nodes > 0) {
                    demos.add(new CacheDemo(launch(database), nodes, screen::say));
                }
                OutboxDemo outbox = new OutboxDemo(database, workers, rate, screen::say);
                demos.add(outbox);
                if (parsers > 0) {
                    demos.add(new SitesDemo(database, parsers, screen::say));
                }
                demos.forEach(demo -> demo.introduction().forEach(screen::say));
                screen.say("  Ctrl-C ends it all and leaves nothing behind");
                watch(stop, demos, screen);
                screen.say(stop.reason() + "; ending the "
                        + demos.stream().map(Demo::name).collect(Collectors.joining(" and the ")));
                end(demos);
                screen.say(outbox.result());
            } finally {
                end(demos);
            }
        }
    }

    /** All finish at the same time. */
    private static void end(List<Demo> demos) {
        demos.forEach(Demo::stop);
        demos.forEach(Demo::close);
        demos.clear();
    }

    private NodeLaunch launch(DemoDatabase database) {
        OptionalInt cut = tokens.map(OptionalInt::of).orElseGet(OptionalInt::empty);
        return new NodeLaunch(database.secret(), port, cut, expiration);
    }

    private void watch(Stop stop, List<Demo> demos, Screen screen) {
        long began = System.nanoTime();
        long shown = began;
        while (!stop.await(TICK)) {
            demos.forEach(Demo::supervise);
            if (screen.isDrawn()) {
                screen.draw(demos.stream()
                        .flatMap(demo -> demo.status().lines().stream())
                        .toList());
            } else if (System.nanoTime() - shown >= PRINTED.toNanos()) {
                shown = System.nanoTime();
                demos.forEach(demo -> screen.say(demo.status().line()));
            }
            if (seconds.isPresent() && System.nanoTime() - began >= TimeUnit.SECONDS.toNanos(seconds.get())) {
                stop.ask("the time is over");
            } else if (out().checkError()) {
                stop.ask("nobody reads this any more");
            }
        }
    }
}

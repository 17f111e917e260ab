package dev.divvy.cli.up;

import dev.divvy.cli.outbox.Look;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Screen;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.cli.terminal.Terminal;
import dev.divvy.cli.terminal.Version;
import dev.divvy.cli.terminal.WholeNumber;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code divvy up}: see it work, and break it. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Starts an outbox to play with: a database of its own, workers in processes of their own that share its events, and a"
                    + " trickle of events. Kill a worker and see the others take over.",
            ""
        },
        footer = {
            "",
            "Needs nothing, and leaves nothing behind: the database is in a temporary folder, served to this machine only.",
            "",
            "Examples:",
            "  divvy up",
            "  divvy up --workers 5 --rate 200",
            "  divvy up --seconds 20 | cat"
        })
public final class UpCommand implements Runnable {

    private static final Duration TICK = Duration.ofMillis(500);
    private static final Duration PRINTED = Duration.ofSeconds(3);

    private final PrintWriter out;

    @Option(
            names = "--workers",
            paramLabel = "<count>",
            converter = WholeNumber.UpWorkers.class,
            description = "Processes: 1 to 16. Default: ${DEFAULT-VALUE}.")
    private int workers = 3;

    @Option(
            names = "--rate",
            paramLabel = "<count>",
            converter = WholeNumber.Rate.class,
            description = "Events sent a second: 1 to 10000. Default: ${DEFAULT-VALUE}.")
    private int rate = 20;

    @Option(
            names = "--seconds",
            paramLabel = "<count>",
            converter = WholeNumber.Count.class,
            description = "End after so long. Default: at Ctrl-C.")
    private Optional<Integer> seconds = Optional.empty();

    public UpCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void run() {
        Screen screen = new Screen(out);
        try (Stop stop = Stop.onSignals();
                Ground ground = Ground.make(stop);
                Crew crew = new Crew(ground, workers, screen::say)) {
            stop.beforeForce(crew::kill);
            tellHowToPlay(screen, ground, crew);
            long sent;
            try (Trickle trickle = new Trickle(ground.opened(), rate)) {
                watch(stop, screen, ground, crew, trickle);
                sent = trickle.sent();
            }
            screen.say(stop.reason() + "; ending the workers");
            crew.end();
            screen.say("handled " + Numbers.whole(crew.handled()) + " of " + Numbers.count(sent, "event") + " sent");
        }
    }

    private void watch(Stop stop, Screen screen, Ground ground, Crew crew, Trickle trickle) {
        boolean drawn = Terminal.isInteractive();
        Pace pace = new Pace();
        long began = System.nanoTime();
        long shown = began;
        while (!stop.await(TICK)) {
            crew.lookAfter();
            Duration since = Duration.ofNanos(System.nanoTime() - began);
            if (drawn || System.nanoTime() - shown >= PRINTED.toNanos()) {
                shown = System.nanoTime();
                look(ground)
                        .ifPresent(look -> show(screen, drawn, new Picture(crew, look, since, trickle.sent(), pace)));
            }
            if (seconds.isPresent() && since.toSeconds() >= seconds.get()) {
                stop.ask("the time is over");
            } else if (out.checkError()) {
                stop.ask("nobody reads this any more");
            }
        }
    }

    /** Empty when the database is too busy to say. */
    private static Optional<Look> look(Ground ground) {
        try {
            return Optional.of(Look.at(ground.opened()));
        } catch (Failure busy) {
            return Optional.empty();
        }
    }

    private static void tellHowToPlay(Screen screen, Ground ground, Crew crew) {
        screen.say(crew.children().size() + " workers, each a process of its own, share the events of an outbox: "
                + crew.children().stream()
                        .map(child -> child.id() + " is pid " + child.pid())
                        .collect(Collectors.joining(", "))
                + ".");
        long last = crew.children().get(crew.children().size() - 1).pid();
        screen.say("  kill -9 " + crew.children().get(0).pid()
                + "     the others take over within seconds; it is started anew after " + Crew.ABSENCE.toSeconds()
                + " s");
        screen.say("  kill -STOP " + last + "   so do they when it only stands still; kill -CONT " + last
                + " lets it come back");
        screen.say("  ./divvy outbox status --jdbc '" + ground.url() + "' --user " + Ground.USER + " --password "
                + ground.password());
        screen.say("  Ctrl-C ends it all and leaves nothing behind");
    }

    private static void show(Screen screen, boolean drawn, Picture picture) {
        if (drawn) {
            screen.draw(picture.table());
        } else {
            screen.say(picture.line());
        }
    }
}

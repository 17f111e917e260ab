package dev.divvy.cli.up;

import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Screen;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.cli.terminal.Terminal;
import dev.divvy.cli.terminal.Version;
import dev.divvy.cli.terminal.WholeNumber;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code divvy up}: see it work, and break it. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Starts something to play with: workers that share the events of an outbox, and parsers that share web sites by a"
                    + " distributor, each a process of its own. Kill one and see the others take over.",
            ""
        },
        footer = {
            "",
            "Needs nothing, and leaves nothing behind: the database is in a temporary folder, served to this machine only.",
            "",
            "Examples:",
            "  divvy up",
            "  divvy up --workers 5 --rate 200 --parsers 0",
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
            names = "--parsers",
            paramLabel = "<count>",
            converter = ParserCount.class,
            description =
                    "Processes that share web sites by a distributor: 0 to 16; 0 for no distributor either. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int parsers = 3;

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
                Scene scene = new Scene(ground, workers, parsers, screen)) {
            stop.beforeForce(scene::kill);
            scene.tellHowToPlay();
            long sent;
            try (Trickle trickle = new Trickle(ground.opened(), rate)) {
                watch(stop, scene, trickle);
                sent = trickle.sent();
            }
            scene.end(stop.reason());
            screen.say("handled " + Numbers.whole(scene.handled()) + " of " + Numbers.count(sent, "event") + " sent");
        }
    }

    private void watch(Stop stop, Scene scene, Trickle trickle) {
        boolean drawn = Terminal.isInteractive();
        long began = System.nanoTime();
        long shown = began;
        while (!stop.await(TICK)) {
            scene.lookAfter();
            Duration since = Duration.ofNanos(System.nanoTime() - began);
            if (drawn || System.nanoTime() - shown >= PRINTED.toNanos()) {
                shown = System.nanoTime();
                scene.show(drawn, since, trickle.sent());
            }
            if (seconds.isPresent() && since.toSeconds() >= seconds.get()) {
                stop.ask("the time is over");
            } else if (out.checkError()) {
                stop.ask("nobody reads this any more");
            }
        }
    }

    /** None is possible too. */
    static final class ParserCount implements ITypeConverter<Integer> {

        private static final int MOST = 16;

        @Override
        public Integer convert(String value) {
            if (value.matches("[0-9]{1,2}") && Integer.parseInt(value) <= MOST) {
                return Integer.parseInt(value);
            }
            throw new TypeConversionException("'" + value + "' is not a whole number from 0 to " + MOST);
        }
    }
}

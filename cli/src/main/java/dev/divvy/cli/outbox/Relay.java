package dev.divvy.cli.outbox;

import dev.divvy.allocation.support.Names;
import dev.divvy.cli.http.HttpOptions;
import dev.divvy.cli.outbox.relay.Target;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.cli.terminal.Tether;
import dev.divvy.console.ConsoleServer;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.ProcessorStats;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** One processor from its start until it shall end, and what it says of that. */
final class Relay {

    /** The board's, the listener's, the reader's, and one for questions. */
    static final int CONNECTIONS_BESIDES = 5;

    private static final Duration LONGEST_END = Duration.ofSeconds(15);

    private static final Duration LOOK = Duration.ofMillis(250);

    /** A look at the backlog counts rows: it must not be what keeps the database busy. */
    private static final int PAUSE_PER_LOOK = 10;

    private final OutboxConnection opened;
    private final Stop stop;
    private final PrintWriter err;

    /** The command that lists aborted events. */
    private final String listing;

    /** Where status and metrics are served, if anywhere. */
    private final Optional<ConsoleSettings> http;

    Relay(OutboxConnection opened, Stop stop, PrintWriter err, String listing, Optional<ConsoleSettings> http) {
        this.opened = opened;
        this.stop = stop;
        this.err = err;
        this.listing = listing;
        this.http = http;
    }

    /** Runs until it is asked to stop; returns what it did. */
    ProcessorStats run(String id, ProcessorSettings how, Target target, boolean untilEmpty, boolean untilStdinEnds) {
        Outbox outbox = opened.outbox();
        Failure.ifRefused(() -> Names.check("--id", id, Names.LONGEST));
        // Missing tables are said now, in one line, not by a member that tries again and again.
        opened.ask(() -> outbox.admin().aborted(1));
        opened.askOn(connection -> Members.of(connection, outbox));
        if (untilStdinEnds) {
            Tether.whenCut(this::endWithInput);
        }
        Processor processor = Failure.ifRefused(() -> outbox.process(id, how, target.handling()));
        try (processor) {
            showAndWait(id, processor, untilEmpty);
            say(stop.reason() + "; finishing what is in hand");
            processor.stop();
            target.letGo();
        }
        ProcessorStats did = processor.stats();
        say("relayed " + Numbers.count(did.completed(), "event") + "; " + Numbers.count(did.failed(), "attempt")
                + " failed, " + Numbers.count(did.aborted(), "event") + " aborted, "
                + Numbers.count(did.refused(), "completion") + " refused");
        if (untilEmpty) {
            sayWhatIsAborted(outbox);
        }
        return did;
    }

    private void showAndWait(String id, Processor processor, boolean untilEmpty) {
        if (http.isEmpty()) {
            await(id, untilEmpty);
            return;
        }
        try (ProcessorConsole console = new ProcessorConsole(processor, opened);
                ConsoleServer server = HttpOptions.start("--http", http.get(), console)) {
            say("status at " + server.url() + "/api/status");
            await(id, untilEmpty);
        }
    }

    private void await(String id, boolean untilEmpty) {
        say("running as " + id + "; Ctrl-C ends it");
        while (!stop.isAsked()) {
            if (untilEmpty) {
                lookForTheEnd(opened.outbox());
            } else {
                stop.await(Duration.ofMinutes(1));
            }
        }
    }

    private void sayWhatIsAborted(Outbox outbox) {
        long aborted = opened.ask(() -> outbox.admin().backlog()).aborted();
        if (aborted > 0) {
            say(Numbers.whole(aborted) + " aborted: " + listing);
        }
    }

    private void lookForTheEnd(Outbox outbox) {
        long began = System.nanoTime();
        try {
            if (outbox.admin().backlog().pending() == 0) {
                stop.ask("nothing waits any more");
                return;
            }
        } catch (SQLException e) {
            // The processor says what it cannot do, and goes on when it can; so does this.
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        Duration pause = took.multipliedBy(PAUSE_PER_LOOK);
        stop.await(pause.compareTo(LOOK) > 0 ? pause : LOOK);
    }

    private void endWithInput() {
        stop.ask("standard input ended");
        // Whoever started this may have been the database too: nothing that waits for it may keep the process.
        LockSupport.parkNanos(LONGEST_END.toNanos());
        Runtime.getRuntime().halt(1);
    }

    private void say(String what) {
        err.println("divvy outbox run: " + what);
        err.flush();
    }
}

package dev.divvy.cli.outbox;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.cli.http.HttpOptions;
import dev.divvy.cli.outbox.relay.RelayTarget;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.DurationOption;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.ParentProcess;
import dev.divvy.cli.terminal.ProcessName;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.cli.terminal.WholeNumber;
import dev.divvy.console.ConsoleServer;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.ProcessorStats;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy outbox run}: one processor that relays events. */
@Command(name = "run")
final class RunCommand extends BaseCommand implements Callable<Integer> {

    private static final String COUNT = "<count>";
    private static final String TIME = "<time>";

    /** Connections besides those of the workers: the board's, the listener's, the reader's, and one for questions. */
    private static final int CONNECTIONS_BESIDES = 5;

    private static final Duration LONGEST_END = Duration.ofSeconds(15);
    private static final Duration LOOK = Duration.ofMillis(250);

    /** Looking at the backlog counts rows: it must not be what keeps the database busy. */
    private static final int PAUSE_PER_LOOK = 10;

    @Mixin
    private final OutboxOptions place = new OutboxOptions();

    @Option(names = "--to", required = true, paramLabel = "<target>")
    private String to = "";

    @Option(names = "--name", paramLabel = "<name>")
    private Optional<String> name = Optional.empty();

    @Option(names = "--workers", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 256)
    private int workers = ProcessorSettings.defaults().workers();

    @Option(names = "--batch", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 10_000)
    private int batch = ProcessorSettings.defaults().batchSize();

    @Option(names = "--poll", paramLabel = TIME, converter = DurationOption.class)
    private Duration poll = ProcessorSettings.defaults().pollingInterval();

    @Option(names = "--attempts", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 1_000_000_000)
    private int attempts = ProcessorSettings.defaults().attempts();

    @Option(names = "--retry-delay", paramLabel = TIME, converter = DurationOption.class)
    private Duration retryDelay = ProcessorSettings.defaults().retryDelay();

    @Option(names = "--handler-timeout", paramLabel = TIME, converter = DurationOption.class)
    private Duration handlerTimeout = ProcessorSettings.defaults().handlerTimeout();

    @Option(names = "--keep-done", paramLabel = TIME, converter = DurationOption.class)
    private Optional<Duration> keepDone = Optional.empty();

    @Option(names = "--only-tokens", paramLabel = "<ranges>")
    private Optional<String> pieces = Optional.empty();

    @Option(names = "--tokens", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = Pieces.MOST)
    private Optional<Integer> tokens = Optional.empty();

    @Option(names = "--pulse", paramLabel = TIME, converter = DurationOption.class)
    private Duration pulse = OutboxSettings.defaults().timing().pulse();

    @Option(names = "--expiration", paramLabel = TIME, converter = DurationOption.class)
    private Duration expiration = OutboxSettings.defaults().timing().timeToLive();

    @Option(names = "--until-empty")
    private boolean untilEmpty;

    @Option(names = "--until-stdin-ends")
    private boolean untilStdinEnds;

    @Option(names = "--fresh")
    private boolean fresh;

    @Mixin
    private final HttpOptions http = new HttpOptions();

    @Override
    public Integer call() {
        ProcessorSettings how = Failure.ifRefused(this::how);
        Optional<ConsoleSettings> shown = http.settings();
        int connections = workers + CONNECTIONS_BESIDES + (shown.isPresent() ? ProcessorConsole.CONNECTIONS : 0);
        try (StopSignal stop = StopSignal.onSignals();
                RelayTarget target = RelayTarget.named(to, out(), stop, handlerTimeout);
                OutboxConnection opened = place.open(connections, this::agreed)) {
            ProcessorStats did = process(opened, how, shown, target, stop);
            sayWhatWasDone(did, opened);
            boolean readerWent = to.equals("-");
            if (!target.trouble().isEmpty() && !readerWent) {
                throw Failure.failed(target.trouble() + "; nothing was lost: what was in hand waits in the outbox");
            }
            return untilEmpty && did.aborted() > 0 ? ExitCode.SOFTWARE : ExitCode.OK;
        }
    }

    /** Runs a processor until it is asked to stop; returns what it did. */
    private ProcessorStats process(
            OutboxConnection opened,
            ProcessorSettings how,
            Optional<ConsoleSettings> shown,
            RelayTarget target,
            StopSignal stop) {
        Outbox outbox = opened.outbox();
        String member = name.orElseGet(ProcessName::usual);
        Failure.ifRefused(() -> NameRules.check("--name", member, NameRules.LONGEST));
        OutboxReader reader = new OutboxReader(opened);
        // Missing tables are said now, in one line, not by a member that tries again and again.
        opened.ask(() -> outbox.admin().aborted(1));
        opened.askOn(reader::members);
        if (untilStdinEnds) {
            ParentProcess.whenCut(() -> endWithInput(stop));
        }
        Processor processor = Failure.ifRefused(() -> outbox.process(member, how, target.handling()));
        try (processor) {
            if (shown.isPresent()) {
                try (ProcessorConsole console = new ProcessorConsole(processor, reader);
                        ConsoleServer server = HttpOptions.start("--http", shown.get(), console)) {
                    say("status at " + server.url() + "/api/status");
                    await(member, outbox, stop);
                }
            } else {
                await(member, outbox, stop);
            }
            say(stop.reason() + "; finishing what is in hand");
            processor.stop();
            target.letGo();
        }
        return processor.stats();
    }

    private void sayWhatWasDone(ProcessorStats did, OutboxConnection opened) {
        say("relayed " + Numbers.count(did.completed(), "event") + "; " + Numbers.count(did.failed(), "attempt")
                + " failed, " + Numbers.count(did.aborted(), "event") + " aborted, "
                + Numbers.count(did.refused(), "completion") + " refused");
        long aborted =
                untilEmpty ? opened.ask(() -> opened.outbox().admin().backlog()).aborted() : 0;
        if (aborted > 0) {
            say(Numbers.whole(aborted) + " aborted: " + place.command("aborted"));
        }
    }

    private void await(String member, Outbox outbox, StopSignal stop) {
        say("running as " + member + "; Ctrl-C ends it");
        while (!stop.isAsked()) {
            if (untilEmpty) {
                lookForTheEnd(outbox, stop);
            } else {
                stop.await(Duration.ofMinutes(1));
            }
        }
    }

    private static void lookForTheEnd(Outbox outbox, StopSignal stop) {
        long began = System.nanoTime();
        try {
            if (outbox.admin().backlog().pending() == 0) {
                stop.ask("nothing waits any more");
                return;
            }
        } catch (SQLException e) {
            // The processor says what it cannot do, and goes on when it can; so does this.
        }
        Duration pause = Duration.ofNanos(System.nanoTime() - began).multipliedBy(PAUSE_PER_LOOK);
        stop.await(pause.compareTo(LOOK) > 0 ? pause : LOOK);
    }

    private static void endWithInput(StopSignal stop) {
        stop.ask("standard input ended");
        // The process at the other end may have been the database too: nothing that waits for it may keep this process.
        LockSupport.parkNanos(LONGEST_END.toNanos());
        Runtime.getRuntime().halt(1);
    }

    private void say(String what) {
        err().println("divvy outbox run: " + what);
        err().flush();
    }

    private OutboxSettings agreed(OutboxSettings settings) {
        OutboxSettings timed = settings.withPulse(pulse, expiration);
        OutboxSettings cut = tokens.map(timed::withTokens).orElse(timed);
        return fresh ? cut.neverForgets() : cut;
    }

    private ProcessorSettings how() {
        Duration longest = ProcessorSettings.defaults().longestRetryDelay();
        ProcessorSettings how = ProcessorSettings.defaults()
                .withPollingInterval(poll)
                .withBatchSize(batch)
                .withRetryDelay(retryDelay, retryDelay.compareTo(longest) > 0 ? retryDelay : longest)
                .withAttempts(attempts)
                .withWorkers(workers)
                .withHandlerTimeout(handlerTimeout);
        if (keepDone.isPresent()) {
            how = how.withKeepDone(keepDone.get());
        }
        return pieces.isPresent() ? how.withPieces(pieces.get()) : how;
    }
}

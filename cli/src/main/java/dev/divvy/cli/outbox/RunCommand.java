package dev.divvy.cli.outbox;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.cli.http.HttpOptions;
import dev.divvy.cli.options.DurationOption;
import dev.divvy.cli.options.WholeNumber;
import dev.divvy.cli.outbox.relay.RelayTarget;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.ParentProcess;
import dev.divvy.cli.terminal.ProcessName;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.console.ConsoleServer;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.AfterLastAttempt;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.ProcessorStats;
import java.nio.file.Path;
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

    /** Connections beyond those of the workers: for the board, the listener, the reader, and queries. */
    private static final int CONNECTIONS_BESIDES = 5;

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(250);

    /** The pause after a check of the backlog, as a multiple of its duration: a check counts rows and must not keep the database busy. */
    private static final int PAUSE_PER_CHECK = 10;

    @Mixin
    private final OutboxOptions options = new OutboxOptions();

    @Option(names = "--to", required = true, paramLabel = "<target>")
    private String to = "";

    @Option(names = "--kafka-config", paramLabel = "<file>")
    private Optional<Path> kafkaConfig = Optional.empty();

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

    @Option(names = "--crash-attempts", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 1_000_000)
    private int crashAttempts = ProcessorSettings.defaults().crashAttempts();

    @Option(names = "--after-last-attempt", paramLabel = "skip|hold-entity", converter = AfterLastAttemptOption.class)
    private Optional<AfterLastAttempt> afterLastAttempt = Optional.empty();

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

    @Option(names = "--grace", paramLabel = TIME, converter = DurationOption.class)
    private Optional<Duration> grace = Optional.empty();

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
        ProcessorSettings settings = Failure.ifRefused(this::settings);
        Optional<ConsoleSettings> shown = http.settings();
        int connections = workers + CONNECTIONS_BESIDES + (shown.isPresent() ? ProcessorConsole.CONNECTIONS : 0);
        try (StopSignal stop = StopSignal.onSignals();
                RelayTarget target = RelayTarget.named(to, out(), stop, handlerTimeout, kafkaConfig);
                OutboxConnection opened = options.open(connections, this::agreed)) {
            ProcessorStats stats = process(opened, settings, shown, target, stop);
            printSummary(stats, opened);
            boolean toStandardOutput = to.equals("-");
            if (!target.problem().isEmpty() && !toStandardOutput) {
                throw Failure.failed(
                        target.problem() + "; nothing was lost: the events in progress are still in the outbox");
            }
            return untilEmpty && stats.aborted() > 0 ? ExitCode.SOFTWARE : ExitCode.OK;
        }
    }

    /** Runs a processor until it is asked to stop; returns its counters. */
    private ProcessorStats process(
            OutboxConnection opened,
            ProcessorSettings settings,
            Optional<ConsoleSettings> shown,
            RelayTarget target,
            StopSignal stop) {
        Outbox outbox = opened.outbox();
        String member = name.orElseGet(ProcessName::usual);
        Failure.ifRefused(() -> NameRules.check("--name", member, NameRules.LONGEST));
        OutboxReader reader = new OutboxReader(opened);
        // Missing tables are reported now, in one line, not by a member that retries forever.
        opened.ask(() -> outbox.admin().aborted(1));
        opened.askOn(reader::members);
        if (untilStdinEnds) {
            ParentProcess.onEnd(() -> endWithInput(stop));
        }
        Processor processor = Failure.ifRefused(() -> outbox.process(member, settings, target.handling()));
        try (processor) {
            if (shown.isPresent()) {
                try (ProcessorConsole console = new ProcessorConsole(outbox, processor, reader);
                        ConsoleServer server = HttpOptions.start("--http", shown.get(), console)) {
                    print("dashboard at " + server.url() + "/");
                    await(member, outbox, stop);
                }
            } else {
                await(member, outbox, stop);
            }
            print(stop.reason() + "; finishing the events in progress");
            processor.stop();
            target.release();
        }
        return processor.stats();
    }

    private void printSummary(ProcessorStats stats, OutboxConnection opened) {
        print("relayed " + Numbers.count(stats.completed(), "event") + "; " + Numbers.count(stats.failed(), "attempt")
                + " failed, " + Numbers.count(stats.aborted(), "event") + " aborted, "
                + Numbers.count(stats.refused(), "completion") + " refused");
        long aborted =
                untilEmpty ? opened.ask(() -> opened.outbox().admin().backlog()).aborted() : 0;
        if (aborted > 0) {
            print(Numbers.count(aborted, "aborted event") + " in the outbox; list with: " + options.command("list"));
        }
    }

    private void await(String member, Outbox outbox, StopSignal stop) {
        print("running as " + member + "; Ctrl-C stops it");
        while (!stop.isAsked()) {
            if (untilEmpty) {
                stopWhenEmpty(outbox, stop);
            } else {
                stop.await(Duration.ofMinutes(1));
            }
        }
    }

    private static void stopWhenEmpty(Outbox outbox, StopSignal stop) {
        long began = System.nanoTime();
        try {
            if (!outbox.admin().hasPending()) {
                stop.ask("no events are waiting");
                return;
            }
        } catch (SQLException e) {
            // The processor logs the error and continues when it can; so does this loop.
        }
        Duration pause = Duration.ofNanos(System.nanoTime() - began).multipliedBy(PAUSE_PER_CHECK);
        stop.await(pause.compareTo(CHECK_INTERVAL) > 0 ? pause : CHECK_INTERVAL);
    }

    private static void endWithInput(StopSignal stop) {
        stop.ask("standard input ended");
        // The parent may have been the database too: a thread that waits for the database must not keep this process
        // alive.
        LockSupport.parkNanos(STOP_TIMEOUT.toNanos());
        Runtime.getRuntime().halt(1);
    }

    private void print(String line) {
        err().println("divvy outbox run: " + line);
        err().flush();
    }

    private OutboxSettings agreed(OutboxSettings settings) {
        OutboxSettings pulsed = settings.withPulse(pulse, expiration);
        OutboxSettings timed = grace.map(pulsed::withGrace).orElse(pulsed);
        OutboxSettings divided = tokens.map(timed::withTokens).orElse(timed);
        return fresh ? divided.neverForgets() : divided;
    }

    private ProcessorSettings settings() {
        Duration longest = ProcessorSettings.defaults().longestRetryDelay();
        ProcessorSettings settings = ProcessorSettings.defaults()
                .withPollingInterval(poll)
                .withBatchSize(batch)
                .withRetryDelay(retryDelay, retryDelay.compareTo(longest) > 0 ? retryDelay : longest)
                .withAttempts(attempts)
                .withCrashAttempts(crashAttempts)
                .withAfterLastAttempt(
                        afterLastAttempt.orElse(ProcessorSettings.defaults().afterLastAttempt()))
                .withWorkers(workers)
                .withHandlerTimeout(handlerTimeout);
        if (keepDone.isPresent()) {
            settings = settings.withKeepDone(keepDone.get());
        }
        return pieces.isPresent() ? settings.withPieces(pieces.get()) : settings;
    }
}

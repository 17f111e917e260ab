package dev.divvy.cli.outbox;

import dev.divvy.allocation.Pieces;
import dev.divvy.cli.http.HttpOptions;
import dev.divvy.cli.outbox.relay.Target;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Length;
import dev.divvy.cli.terminal.ProcessName;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.cli.terminal.WholeNumber;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.ProcessorStats;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy outbox run}: one processor that relays events. */
@Command(name = "run")
final class RunCommand extends BaseCommand implements Callable<Integer> {

    private static final String COUNT = "<count>";
    private static final String TIME = "<time>";

    @Mixin
    private final OutboxOptions place = new OutboxOptions();

    @Option(names = "--to", required = true, paramLabel = "<target>")
    private String to = "";

    @Option(names = "--id", paramLabel = "<name>")
    private Optional<String> id = Optional.empty();

    @Option(names = "--workers", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 256)
    private int workers = ProcessorSettings.defaults().workers();

    @Option(names = "--batch", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 10_000)
    private int batch = ProcessorSettings.defaults().batchSize();

    @Option(names = "--poll", paramLabel = TIME, converter = Length.class)
    private Duration poll = ProcessorSettings.defaults().pollingInterval();

    @Option(names = "--attempts", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 1_000_000_000)
    private int attempts = ProcessorSettings.defaults().attempts();

    @Option(names = "--retry-delay", paramLabel = TIME, converter = Length.class)
    private Duration retryDelay = ProcessorSettings.defaults().retryDelay();

    @Option(names = "--handler-timeout", paramLabel = TIME, converter = Length.class)
    private Duration handlerTimeout = ProcessorSettings.defaults().handlerTimeout();

    @Option(names = "--keep-done", paramLabel = TIME, converter = Length.class)
    private Optional<Duration> keepDone = Optional.empty();

    @Option(names = "--pieces", paramLabel = "<ranges>")
    private Optional<String> pieces = Optional.empty();

    @Option(names = "--tokens", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = Pieces.MOST)
    private Optional<Integer> tokens = Optional.empty();

    @Option(names = "--pulse", paramLabel = TIME, converter = Length.class)
    private Duration pulse = OutboxSettings.defaults().timing().pulse();

    @Option(names = "--expiration", paramLabel = TIME, converter = Length.class)
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
        int connections = workers + Relay.CONNECTIONS_BESIDES + (shown.isPresent() ? ProcessorConsole.CONNECTIONS : 0);
        try (Stop stop = Stop.onSignals();
                Target target = Target.named(to, out(), stop, handlerTimeout);
                OutboxConnection opened = place.open(connections, this::agreed)) {
            Relay relay = new Relay(opened, stop, err(), place.command("aborted"), shown);
            ProcessorStats did = relay.run(id.orElseGet(ProcessName::usual), how, target, untilEmpty, untilStdinEnds);
            boolean readerWent = to.equals("-");
            if (!target.trouble().isEmpty() && !readerWent) {
                throw Failure.failed(target.trouble() + "; nothing was lost: what was in hand waits in the outbox");
            }
            return untilEmpty && did.aborted() > 0 ? ExitCode.SOFTWARE : ExitCode.OK;
        }
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

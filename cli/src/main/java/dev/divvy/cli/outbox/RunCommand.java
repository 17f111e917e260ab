package dev.divvy.cli.outbox;

import dev.divvy.cli.http.HttpOptions;
import dev.divvy.cli.outbox.relay.Target;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Length;
import dev.divvy.cli.terminal.ProcessName;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.cli.terminal.Version;
import dev.divvy.cli.terminal.WholeNumber;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.ProcessorStats;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy outbox run}: one processor that relays events. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Takes part in processing the events, together with all others that run: each relays those of its own share, in order"
                    + " per entity, as JSON, and completes what was taken.",
            ""
        },
        footer = {
            "",
            "An event has the fields id, entityName, entityId, payload, attempt, fence and createdAt. The payload is text; one that is no"
                    + " UTF-8 is in base64, said by payloadEncoding. An event may come twice, after a crash or a failure: its id tells.",
            "Ctrl-C finishes what is in hand, gives its share to the others and says what was done; the second one ends at once.",
            "",
            "Examples:",
            "  divvy outbox run --jdbc ... --to events.jsonl",
            "  divvy outbox run --jdbc ... --to - --until-empty",
            "  divvy outbox run --jdbc ... --to http://localhost:8080/events --workers 8 --attempts 20"
        })
final class RunCommand implements Callable<Integer> {

    private static final String COUNT = "<count>";
    private static final String TIME = "<time>";

    private final PrintWriter out;
    private final PrintWriter err;

    @Mixin
    private final OutboxOptions place = new OutboxOptions();

    @Option(
            names = "--to",
            required = true,
            paramLabel = "<target>",
            description =
                    "A file to append to, one event a line; - for standard output; or http://..., which gets each event as a POST"
                            + " and takes it with a 2xx.")
    private String to = "";

    @Option(
            names = "--id",
            paramLabel = "<name>",
            description =
                    "The name of this member; no other process may have it. Default: the host and the process's number.")
    private Optional<String> id = Optional.empty();

    @Option(
            names = "--workers",
            paramLabel = COUNT,
            converter = WholeNumber.Workers.class,
            description = "Batches at once: 1 to 256. Default: ${DEFAULT-VALUE}.")
    private int workers = ProcessorSettings.defaults().workers();

    @Option(
            names = "--batch",
            paramLabel = COUNT,
            converter = WholeNumber.Batch.class,
            description =
                    "Events in a batch, which is written and completed together: 1 to 10000. Default: ${DEFAULT-VALUE}.")
    private int batch = ProcessorSettings.defaults().batchSize();

    @Option(
            names = "--poll",
            paramLabel = TIME,
            converter = Length.class,
            description = "How often to look for events when there were none. Default: 100ms.")
    private Duration poll = ProcessorSettings.defaults().pollingInterval();

    @Option(
            names = "--attempts",
            paramLabel = COUNT,
            converter = WholeNumber.Count.class,
            description = "Attempts before an event is aborted. Default: ${DEFAULT-VALUE}.")
    private int attempts = ProcessorSettings.defaults().attempts();

    @Option(
            names = "--retry-delay",
            paramLabel = TIME,
            converter = Length.class,
            description = "Wait after the first failure; doubled after each further one. Default: 1s.")
    private Duration retryDelay = ProcessorSettings.defaults().retryDelay();

    @Option(
            names = "--handler-timeout",
            paramLabel = TIME,
            converter = Length.class,
            description = "How long taking an event, or a batch for a file, may last. Default: 1m.")
    private Duration handlerTimeout = ProcessorSettings.defaults().handlerTimeout();

    @Option(
            names = "--keep-done",
            paramLabel = TIME,
            converter = Length.class,
            description = "Keep completed events for so long. Default: deleted at once.")
    private Optional<Duration> keepDone = Optional.empty();

    @Option(
            names = "--pieces",
            paramLabel = "<ranges>",
            description =
                    "Only these tokens, such as 0-127 or 3,5-7, shared with whoever is given the same. Default: all.")
    private Optional<String> pieces = Optional.empty();

    @Option(
            names = "--tokens",
            paramLabel = COUNT,
            converter = WholeNumber.Pieces.class,
            description = "Into how many pieces a new group cuts the hashes. Default: 256.")
    private Optional<Integer> tokens = Optional.empty();

    @Option(
            names = "--pulse",
            paramLabel = TIME,
            converter = Length.class,
            description = "How often to show that it is alive; the same in all. Default: 1s.")
    private Duration pulse = OutboxSettings.defaults().timing().pulse();

    @Option(
            names = "--expiration",
            paramLabel = TIME,
            converter = Length.class,
            description = "How long it may be silent before the others take over; the same in all. Default: 3.5s.")
    private Duration expiration = OutboxSettings.defaults().timing().timeToLive();

    @Option(
            names = "--until-empty",
            description =
                    "End when no event of the whole outbox waits any more; with exit code 1 when this run aborted some.")
    private boolean untilEmpty;

    @Option(
            names = "--until-stdin-ends",
            description = "End when standard input ends: for one that must not outlive whoever started it.")
    private boolean untilStdinEnds;

    @Option(
            names = "--fresh",
            description =
                    "The tables were just made: the first processor begins at once, where it would else wait for one"
                            + " expiration in case the tables were emptied under others that still run.")
    private boolean fresh;

    @Mixin
    private final HttpOptions http = new HttpOptions();

    RunCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        ProcessorSettings how = Failure.ifRefused(this::how);
        Optional<ConsoleSettings> shown = http.settings();
        int connections = workers + Relay.CONNECTIONS_BESIDES + (shown.isPresent() ? ProcessorConsole.CONNECTIONS : 0);
        try (Stop stop = Stop.onSignals();
                Target target = Target.named(to, out, stop, handlerTimeout);
                OutboxConnection opened = place.open(connections, this::agreed)) {
            Relay relay = new Relay(opened, stop, err, place.command("aborted"), shown);
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

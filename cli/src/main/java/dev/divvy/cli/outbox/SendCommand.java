package dev.divvy.cli.outbox;

import dev.divvy.cli.options.DurationOption;
import dev.divvy.cli.options.WholeNumber;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.FileErrorText;
import dev.divvy.cli.terminal.ProgressLine;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code divvy outbox send}: sends one event or many. */
@Command(name = "send")
final class SendCommand extends BaseCommand implements Runnable {

    private static final String TEXT = "<text>";
    private static final String COUNT = "<count>";

    @Mixin
    private final OutboxOptions options = new OutboxOptions();

    @Option(names = "--count", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 1_000_000_000)
    private Optional<Integer> count = Optional.empty();

    @Option(names = "--entities", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 1_000_000_000)
    private Optional<Integer> entities = Optional.empty();

    @Option(names = "--entity-id", paramLabel = TEXT)
    private Optional<String> entityId = Optional.empty();

    @Option(names = "--entity", paramLabel = "<name>")
    private String entity = "Order";

    @Option(names = "--type", paramLabel = TEXT)
    private String type = "";

    @Option(names = "--header", paramLabel = "<name>=<value>")
    private Map<String, String> headers = Map.of();

    @Option(names = "--deduplication-key", paramLabel = TEXT)
    private Optional<String> deduplicationKey = Optional.empty();

    @Option(names = "--not-before", paramLabel = "<time>", converter = TimeOption.Future.class)
    private Optional<Instant> notBefore = Optional.empty();

    @Option(names = "--payload", paramLabel = TEXT)
    private Optional<String> payload = Optional.empty();

    @Option(names = "--payload-file", paramLabel = "<file>")
    private Optional<Path> payloadFile = Optional.empty();

    @Option(names = "--batch", paramLabel = COUNT, preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 10_000)
    private int batch = 500;

    @Override
    public void run() {
        if (entityId.isPresent() == count.isPresent()) {
            throw Failure.wrongUsage("give either --entity-id X for one event or --count N for many");
        }
        if (payloadFile.isPresent() && (count.isPresent() || payload.isPresent())) {
            throw Failure.wrongUsage("--payload-file goes with --entity-id alone, not with --count or --payload");
        }
        if (entityId.isPresent() && entities.isPresent()) {
            throw Failure.wrongUsage("--entities goes with --count, not with --entity-id");
        }
        if (deduplicationKey.isPresent() && count.isPresent()) {
            throw Failure.wrongUsage("--deduplication-key goes with --entity-id, not with --count");
        }
        if (entityId.isPresent()) {
            sendOne(Failure.ifRefused(() -> messageTo(entityId.get()).withPayload(payloadOfOne())));
        } else {
            Failure.ifRefused(() -> messageTo("1"));
            sendMany(count.orElseThrow());
        }
    }

    private Message messageTo(String id) {
        Message message = Message.of(entity, id).withType(type).withHeaders(headers);
        Message timed = notBefore.map(message::withNotBefore).orElse(message);
        return deduplicationKey.map(timed::withDeduplicationKey).orElse(timed);
    }

    private Payload payloadOfOne() {
        if (payloadFile.isEmpty()) {
            return payload.map(Payload::of).orElse(Payload.EMPTY);
        }
        try {
            return Payload.of(Files.readAllBytes(payloadFile.get()));
        } catch (IOException e) {
            throw Failure.failed("cannot read " + payloadFile.get() + ": " + FileErrorText.of(e));
        }
    }

    private void sendOne(Message message) {
        try (OutboxConnection opened = options.open()) {
            int sent = send(opened, List.of(message));
            out().println((sent == 1 ? "sent 1 event of " : "not sent, for there is an event with this key: ")
                    + message.entityName() + " " + message.entityId() + " with " + message.payload());
        }
    }

    private void sendMany(int total) {
        int most = entities.orElse(100);
        ProgressLine terminal = new ProgressLine(err());
        try (OutboxConnection opened = options.open()) {
            long began = System.nanoTime();
            for (int from = 0; from < total; from += batch) {
                List<Message> messages = new ArrayList<>();
                for (int i = from; i < Math.min(total, (long) from + batch); i++) {
                    messages.add(messageTo(Integer.toString(1 + (i % most))).withPayload(Payload.of(textOf(i))));
                }
                send(opened, messages);
                int sent = from + messages.size();
                terminal.progress(Numbers.whole(sent) + " events", sent, total);
            }
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            terminal.clear();
            out().println("sent " + Numbers.count(total, "event") + " of " + Math.min(total, most) + " entities in "
                    + DurationOption.shown(took) + ", " + Numbers.whole(Math.round(total / (took.toNanos() / 1e9)))
                    + " per second");
        } finally {
            terminal.clear();
        }
    }

    private String textOf(int index) {
        return payload.orElseGet(() -> Integer.toString(index + 1));
    }

    private static int send(OutboxConnection opened, List<Message> messages) {
        Outbox outbox = opened.outbox();
        return opened.ask(() -> {
            AtomicInteger sent = new AtomicInteger();
            outbox.inTransaction(connection -> sent.set(outbox.send(connection, messages)));
            return sent.get();
        });
    }
}

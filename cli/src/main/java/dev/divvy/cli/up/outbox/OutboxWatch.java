package dev.divvy.cli.up.outbox;

import dev.divvy.cli.group.GroupLook;
import dev.divvy.cli.group.Heartbeats;
import dev.divvy.cli.outbox.OutboxConnection;
import dev.divvy.cli.outbox.OutboxFigures;
import dev.divvy.cli.outbox.OutboxFigures.ProcessorFigures;
import dev.divvy.cli.outbox.OutboxReader;
import dev.divvy.cli.outbox.OutboxStatus;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.report.StatusBuilder;
import dev.divvy.coordination.status.GroupStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Reads the outbox and its group from the database of this process, and looks for lost events. Read by one thread at a time. */
final class OutboxWatch {

    private static final Duration COMPARE_INTERVAL = Duration.ofSeconds(5);

    private final OutboxConnection database;
    private final OutboxReader reader;
    private final Board board;
    private final String group;
    private final Heartbeats heartbeats = new Heartbeats();
    private final WorkerCounters counters;
    private final EventAudit audit;
    private final LongSupplier sent;

    /** The last status that was read, and how many events had been sent; the database may be too busy for a newer one. */
    private volatile Optional<Reading> last = Optional.empty();

    private long compared = System.nanoTime();

    private record Reading(OutboxStatus status, long sent) {}

    /** @param sent returns the number of events that were sent */
    OutboxWatch(OutboxConnection database, WorkerCounters counters, EventAudit audit, LongSupplier sent) {
        this.database = database;
        this.reader = new OutboxReader(database);
        this.group = database.outbox().settings().group();
        this.board = database.outbox().boards().of(group);
        this.counters = counters;
        this.audit = audit;
        this.sent = sent;
    }

    /** Returns the product before it was read. */
    ProductSnapshot unread() {
        return snapshot(GroupLook.unavailable(group, "the workers start"));
    }

    ProductSnapshot read() {
        BoardSnapshot looked = board.look();
        heartbeats.look(looked.cards(), System.nanoTime());
        try {
            readEvents(sent.getAsLong(), reader.recent());
            if (System.nanoTime() - compared >= COMPARE_INTERVAL.toNanos()) {
                findLost();
                compared = System.nanoTime();
            }
        } catch (Failure busy) {
            // The last status is used again.
        }
        return snapshot(StatusBuilder.ofBoard(group, looked, heartbeats::age));
    }

    /** Reads the events once more, when all workers have ended. */
    void readLast() {
        try {
            readEvents(sent.getAsLong(), reader.read());
            findLost();
        } catch (Failure busy) {
            // The last status is used again.
        }
    }

    private void readEvents(long sentBefore, OutboxStatus status) {
        if (last.isEmpty() || !last.get().status().equals(status)) {
            last = Optional.of(new Reading(status, sentBefore));
        }
    }

    private void findLost() {
        long before = sent.getAsLong();
        StoredEvents stored = StoredEvents.read(database);
        audit.compare(stored.numbers(), stored.upTo(before));
    }

    private ProductSnapshot snapshot(GroupStatus status) {
        OutboxFigures figures = last.map(reading -> OutboxFigures.of(reading.status(), counters.all()))
                .orElseGet(() -> OutboxFigures.unknown("the outbox was not read yet", counters.all()));
        return new ProductSnapshot(
                "outbox",
                status,
                figures,
                counters.all().stream().collect(Collectors.toMap(ProcessorFigures::name, ProcessorFigures::refused)));
    }

    /** Returns the number of handled events, as far as the last status tells. */
    long handled() {
        return last.map(reading -> Math.max(
                        0,
                        reading.sent()
                                - reading.status().pending()
                                - reading.status().aborted()))
                .orElse(0L);
    }

    /** Returns the state of the outbox in one line. */
    String summary() {
        return "outbox " + Numbers.whole(sent.getAsLong()) + " sent, " + Numbers.whole(handled()) + " handled, "
                + last.map(Reading::status).map(OutboxStatus::backlog).orElse("0 waiting");
    }
}

package dev.divvy.cli.up.outbox;

import dev.divvy.cli.outbox.OutboxConnection;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Message;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/** Sends numbered events at a steady rate, on a thread of its own. */
final class EventProducer implements AutoCloseable {

    private static final int ORDERS = 100;

    /** Consecutive events of the same order, so that their order matters. */
    private static final int EVENTS_IN_A_ROW = 4;

    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final OutboxConnection database;
    private final EventAudit audit;
    private final int rate;
    private final BooleanSupplier ready;
    private final Thread thread;

    /** Written by the thread of this object. */
    private volatile long sent;

    /** @param ready returns whether somebody handles the events; none is sent before */
    EventProducer(OutboxConnection database, EventAudit audit, int rate, BooleanSupplier ready) {
        this.database = database;
        this.audit = audit;
        this.rate = rate;
        this.ready = ready;
        this.thread = DaemonThreads.start("divvy-events", this::run);
    }

    /** Returns the number of events that were sent. */
    long sent() {
        return sent;
    }

    private void run() {
        try {
            while (!ready.getAsBoolean()) {
                Thread.sleep(INTERVAL.toMillis());
            }
            long began = System.nanoTime();
            while (true) {
                Thread.sleep(INTERVAL.toMillis());
                sendDue(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) * rate / 1000);
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    /** @param due the number of events that should have been sent by now */
    private void sendDue(long due) {
        // At most the events of one second at once, after a pause of this process.
        long last = Math.min(due, sent + rate);
        List<Message> messages = LongStream.rangeClosed(sent + 1, last)
                .mapToObj(EventProducer::message)
                .toList();
        audit.sending(sent + 1, last);
        Outbox outbox = database.outbox();
        try {
            database.ask(() -> {
                outbox.inTransaction(transaction -> outbox.send(transaction, messages));
                return messages.size();
            });
            sent = last;
        } catch (Failure busy) {
            // They stay due, and are sent the next time.
        }
    }

    private static Message message(long number) {
        return Message.of("Order", Long.toString(number / EVENTS_IN_A_ROW % ORDERS), EventDelivery.payload(number));
    }

    /** Sends nothing afterwards. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.divvy.cli.up;

import dev.divvy.cli.outbox.OutboxConnection;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Message;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** Sends a number of events per second, of a hundred orders, on a thread of its own. */
final class EventSender implements AutoCloseable {

    private static final int ORDERS = 100;
    private static final long TICK_MILLIS = 50;

    private final OutboxConnection connection;
    private final int rate;
    private final long began = System.nanoTime();
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("divvy-sender"));

    /** Written by the timer's thread. */
    private volatile long sent;

    EventSender(OutboxConnection connection, int rate) {
        this.connection = connection;
        this.rate = rate;
        timer.scheduleWithFixedDelay(this::send, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    long sent() {
        return sent;
    }

    private void send() {
        long due = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) * rate / 1000;
        long before = sent;
        // After a pause of this process: no more than a second's worth at once.
        long after = Math.min(due, before + rate);
        List<Message> messages = LongStream.rangeClosed(before + 1, after)
                .mapToObj(n -> Message.of("Order", Long.toString(n % ORDERS), "event " + n))
                .toList();
        if (messages.isEmpty()) {
            return;
        }
        Outbox outbox = connection.outbox();
        try {
            connection.ask(() -> {
                outbox.inTransaction(transaction -> outbox.send(transaction, messages));
                return after;
            });
            sent = after;
        } catch (Failure busy) {
            // They are still due, and sent at the next tick.
        }
    }

    @Override
    public void close() {
        timer.shutdown();
        try {
            if (!timer.awaitTermination(5, TimeUnit.SECONDS)) {
                timer.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

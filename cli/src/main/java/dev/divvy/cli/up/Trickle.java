package dev.divvy.cli.up;

import dev.divvy.cli.outbox.OutboxConnection;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Message;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** A thread that sends events, so many a second, of a hundred orders. */
final class Trickle implements AutoCloseable {

    private static final int ORDERS = 100;
    private static final long TICK_MILLIS = 50;

    private final OutboxConnection opened;
    private final int rate;
    private final Thread thread = new Thread(this::run, "divvy-trickle");

    /** Written by its own thread. */
    private volatile long sent;

    Trickle(OutboxConnection opened, int rate) {
        this.opened = opened;
        this.rate = rate;
        thread.setDaemon(true);
        thread.start();
    }

    long sent() {
        return sent;
    }

    private void run() {
        long began = System.nanoTime();
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
                long due = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began) * rate / 1000;
                // After a pause of this process: no more than a second's worth at once.
                send(Math.min(due - sent, rate));
            }
        } catch (InterruptedException e) {
            // The end.
        }
    }

    private void send(long count) {
        List<Message> messages = LongStream.rangeClosed(sent + 1, sent + count)
                .mapToObj(n -> Message.of("Order", Long.toString(n % ORDERS), "event " + n))
                .toList();
        if (messages.isEmpty()) {
            return;
        }
        Outbox outbox = opened.outbox();
        try {
            opened.ask(() -> {
                outbox.inTransaction(connection -> outbox.send(connection, messages));
                return messages.size();
            });
            long total = sent + count;
            sent = total;
        } catch (Failure busy) {
            // They are still due, and sent at the next tick.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.divvy.bench.cache.waits;

import dev.divvy.bench.cache.contestant.Contestant;
import dev.divvy.bench.live.Timing;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * Asks for keys of all slots in turn, at a fixed rate that does not depend on the answers, and keeps the longest wait. Every second request
 * is a write.
 */
final class KeyProbe {

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final Duration LAST_ANSWER = Duration.ofMinutes(1);

    private final Contestant contestant;
    private final List<String> keys;
    private final byte[] value;
    private final int perPeriod;

    private final LongAccumulator longestRead = new LongAccumulator(Math::max, 0);
    private final LongAccumulator longestWrite = new LongAccumulator(Math::max, 0);
    private final AtomicLong asked = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong missing = new AtomicLong();
    private final Thread sender = new Thread(this::send, "probe");

    private volatile boolean running = true;

    KeyProbe(Contestant contestant, List<String> keys, byte[] value, int perSecond) {
        this.contestant = contestant;
        this.keys = keys;
        this.value = value;
        this.perPeriod = Math.max(1, perSecond / 1_000);
    }

    void start() {
        sender.setDaemon(true);
        sender.start();
    }

    /** Stops asking, and returns the result when the last request is answered. */
    WaitResult stop() throws InterruptedException {
        running = false;
        sender.join();
        Timing.await("every request is answered", LAST_ANSWER, () -> answered.get() == asked.get());
        return new WaitResult(
                Timing.millis(longestRead.get()),
                Timing.millis(longestWrite.get()),
                asked.get(),
                failed.get(),
                missing.get());
    }

    long answered() {
        return answered.get();
    }

    private void send() {
        long next = System.nanoTime();
        int turn = 0;
        while (running) {
            for (int i = 0; i < perPeriod; i++) {
                String key = keys.get(turn % keys.size());
                // In the next round through the keys, those that were read are written.
                ask(key, (turn + turn / keys.size()) % 2 == 0);
                turn++;
            }
            next += PERIOD_NANOS;
            Timing.sleepUntil(next);
        }
    }

    private void ask(String key, boolean read) {
        asked.incrementAndGet();
        long began = System.nanoTime();
        CompletionStage<?> reply = read
                ? contestant.getAsync(key).thenAccept(found -> {
                    if (found == null) {
                        throw new NoSuchElementException(key);
                    }
                    if (found.length != value.length) {
                        throw new IllegalStateException(found.length + " bytes of " + key);
                    }
                })
                : contestant.putAsync(key, value);
        LongAccumulator longest = read ? longestRead : longestWrite;
        var unused = reply.whenComplete((done, failure) -> {
            longest.accumulate(System.nanoTime() - began);
            if (failure != null) {
                count(failure);
            }
            answered.incrementAndGet();
        });
    }

    private void count(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        (cause instanceof NoSuchElementException ? missing : failed).incrementAndGet();
    }
}

package dev.divvy.bench.cache.contestant;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** Fills a cache, with many puts at once. */
public final class Filling {

    private static final int IN_FLIGHT = 256;

    private Filling() {}

    /** Puts entries with the first names of {@link BenchKeys}; each has an array of its own, as in an application. */
    public static void fill(Contestant contestant, int entries, byte[] value) throws InterruptedException {
        Semaphore permits = new Semaphore(IN_FLIGHT);
        AtomicReference<Throwable> failed = new AtomicReference<>();
        for (int i = 0; i < entries; i++) {
            permits.acquire();
            var unused = contestant.putAsync(BenchKeys.name(i), value.clone()).whenComplete((done, failure) -> {
                if (failure != null) {
                    failed.set(failure);
                }
                permits.release();
            });
        }
        permits.acquire(IN_FLIGHT);
        if (failed.get() != null) {
            throw new IllegalStateException("the cache could not be filled", failed.get());
        }
    }
}

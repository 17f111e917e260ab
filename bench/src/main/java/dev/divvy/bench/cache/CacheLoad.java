package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.BenchKeys;
import dev.divvy.bench.cache.contestant.Contestant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** An operation on a contestant, and the number of concurrent requests. */
record CacheLoad(Operation operation, int concurrency) {

    enum Operation {
        GET,
        PUT,
        GET_ASYNC,
        PUT_ASYNC
    }

    static final List<CacheLoad> ALL = List.of(
            new CacheLoad(Operation.GET, 1),
            new CacheLoad(Operation.GET, 8),
            new CacheLoad(Operation.GET, 64),
            new CacheLoad(Operation.PUT, 1),
            new CacheLoad(Operation.PUT, 8),
            new CacheLoad(Operation.PUT, 64),
            new CacheLoad(Operation.GET_ASYNC, 256));

    /** The loads of an application with few threads. */
    static final List<CacheLoad> FEW_THREADS = List.of(
            new CacheLoad(Operation.GET, 1),
            new CacheLoad(Operation.GET, 8),
            new CacheLoad(Operation.PUT, 1),
            new CacheLoad(Operation.PUT, 8));

    /** With copies, the reads are those of an owner, so one of them is enough. */
    static final List<CacheLoad> WITH_COPIES = List.of(
            new CacheLoad(Operation.PUT, 1),
            new CacheLoad(Operation.PUT, 8),
            new CacheLoad(Operation.PUT, 64),
            new CacheLoad(Operation.PUT_ASYNC, 256),
            new CacheLoad(Operation.GET, 64));

    /** Parses the text of {@link #line()}. */
    static CacheLoad parse(String line) {
        String[] fields = line.split(" ", -1);
        return new CacheLoad(Operation.valueOf(fields[0]), Integer.parseInt(fields[1]));
    }

    String line() {
        return operation + " " + concurrency;
    }

    String title() {
        return switch (operation) {
            case GET, PUT ->
                operation.name().toLowerCase(Locale.ROOT) + ", " + concurrency
                        + (concurrency == 1 ? " thread" : " threads");
            case GET_ASYNC -> "async get, " + concurrency + " in flight";
            case PUT_ASYNC -> "async put, " + concurrency + " in flight";
        };
    }

    /** Returns the requests per second over this many milliseconds, after a warm-up of half that time. */
    double rate(Contestant contestant, BenchKeys keys, int millis) throws Exception {
        run(contestant, keys, millis / 2);
        long began = System.nanoTime();
        long requests = run(contestant, keys, millis);
        return requests * 1e9 / (System.nanoTime() - began);
    }

    private long run(Contestant contestant, BenchKeys keys, int millis) throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        BooleanSupplier running = () -> System.nanoTime() - end < 0;
        return switch (operation) {
            case GET, PUT -> threads(contestant, keys, running);
            case GET_ASYNC, PUT_ASYNC -> inFlight(contestant, keys, running);
        };
    }

    private long threads(Contestant contestant, BenchKeys keys, BooleanSupplier running) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(concurrency);
        try {
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < concurrency; i++) {
                BenchKeys ownKeys = keys.withSeed(i);
                counts.add(threads.submit(() -> {
                    long count = 0;
                    for (; running.getAsBoolean(); count++) {
                        runOnce(contestant, ownKeys.next());
                    }
                    return count;
                }));
            }
            long total = 0;
            for (Future<Long> count : counts) {
                total += count.get();
            }
            return total;
        } finally {
            threads.shutdownNow();
        }
    }

    private void runOnce(Contestant contestant, String key) throws Exception {
        if (operation == Operation.PUT) {
            contestant.put(key, BenchKeys.VALUE);
        } else {
            BenchKeys.check(contestant.get(key));
        }
    }

    private long inFlight(Contestant contestant, BenchKeys keys, BooleanSupplier running) throws Exception {
        Semaphore permits = new Semaphore(concurrency);
        AtomicLong failed = new AtomicLong();
        BenchKeys ownKeys = keys.withSeed(0);
        long count = 0;
        for (; running.getAsBoolean(); count++) {
            permits.acquire();
            var unused = start(contestant, ownKeys.next()).whenComplete((done, failure) -> {
                if (failure != null) {
                    failed.incrementAndGet();
                }
                permits.release();
            });
        }
        permits.acquire(concurrency);
        if (failed.get() > 0) {
            throw new IllegalStateException(failed + " requests failed");
        }
        return count;
    }

    private CompletionStage<?> start(Contestant contestant, String key) {
        return operation == Operation.PUT_ASYNC
                ? contestant.putAsync(key, BenchKeys.VALUE)
                : contestant.getAsync(key).thenAccept(BenchKeys::check);
    }
}

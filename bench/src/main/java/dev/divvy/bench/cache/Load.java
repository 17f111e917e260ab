package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.Contestant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** What is asked of a contestant, and by how many at once. */
record Load(What what, int width) {

    enum What {
        GET,
        PUT,
        GET_LATER
    }

    static final List<Load> ALL = List.of(
            new Load(What.GET, 1),
            new Load(What.GET, 8),
            new Load(What.GET, 64),
            new Load(What.PUT, 1),
            new Load(What.PUT, 8),
            new Load(What.PUT, 64),
            new Load(What.GET_LATER, 256));

    /** What {@link #line()} made. */
    static Load parse(String line) {
        String[] words = line.split(" ", -1);
        return new Load(What.valueOf(words[0]), Integer.parseInt(words[1]));
    }

    String line() {
        return what + " " + width;
    }

    String title() {
        return switch (what) {
            case GET, PUT ->
                what.name().toLowerCase(Locale.ROOT) + ", " + width + (width == 1 ? " thread" : " threads");
            case GET_LATER -> "async get, " + width + " in flight";
        };
    }

    /** Requests a second over so many milliseconds, after a warm-up of half of them. */
    double rate(Contestant contestant, Keys keys, int millis) throws Exception {
        run(contestant, keys, millis / 2);
        long began = System.nanoTime();
        long requests = run(contestant, keys, millis);
        return requests * 1e9 / (System.nanoTime() - began);
    }

    private long run(Contestant contestant, Keys keys, int millis) throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        BooleanSupplier goesOn = () -> System.nanoTime() - end < 0;
        return what == What.GET_LATER ? inFlight(contestant, keys, goesOn) : threads(contestant, keys, goesOn);
    }

    private long threads(Contestant contestant, Keys keys, BooleanSupplier goesOn) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(width);
        try {
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                Keys own = keys.from(i);
                counts.add(threads.submit(() -> {
                    long count = 0;
                    for (; goesOn.getAsBoolean(); count++) {
                        once(contestant, own.next());
                    }
                    return count;
                }));
            }
            long all = 0;
            for (Future<Long> count : counts) {
                all += count.get();
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }

    private void once(Contestant contestant, String key) throws Exception {
        if (what == What.PUT) {
            contestant.put(key, Keys.VALUE);
        } else {
            Keys.check(contestant.get(key));
        }
    }

    private long inFlight(Contestant contestant, Keys keys, BooleanSupplier goesOn) throws Exception {
        Semaphore free = new Semaphore(width);
        AtomicLong failed = new AtomicLong();
        Keys own = keys.from(0);
        long count = 0;
        for (; goesOn.getAsBoolean(); count++) {
            free.acquire();
            var unused = contestant.getLater(own.next()).whenComplete((value, failure) -> {
                if (failure != null || value.length != Keys.VALUE.length) {
                    failed.incrementAndGet();
                }
                free.release();
            });
        }
        free.acquire(width);
        if (failed.get() > 0) {
            throw new IllegalStateException(failed + " requests failed");
        }
        return count;
    }
}

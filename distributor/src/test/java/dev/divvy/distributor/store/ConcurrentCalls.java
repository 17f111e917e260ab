package dev.divvy.distributor.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Calls that start at the same time, each on its own thread. */
final class ConcurrentCalls {

    private ConcurrentCalls() {}

    /** Returns the results in the order of the calls. */
    static <T> List<T> run(List<Callable<T>> calls) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(calls.size());
        try {
            CountDownLatch ready = new CountDownLatch(calls.size());
            List<Future<T>> results = new ArrayList<>();
            for (Callable<T> call : calls) {
                results.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return call.call();
                }));
            }
            List<T> all = new ArrayList<>();
            for (Future<T> result : results) {
                all.add(result.get(60, TimeUnit.SECONDS));
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }
}

package dev.divvy.distributor.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Requests that start in the same moment, each on a thread of its own. */
final class Race {

    private Race() {}

    /** What each answered, in the order of the runners. */
    static <T> List<T> run(List<Callable<T>> runners) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(runners.size());
        try {
            CountDownLatch ready = new CountDownLatch(runners.size());
            List<Future<T>> answers = new ArrayList<>();
            for (Callable<T> runner : runners) {
                answers.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return runner.call();
                }));
            }
            List<T> all = new ArrayList<>();
            for (Future<T> answer : answers) {
                all.add(answer.get(60, TimeUnit.SECONDS));
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }
}

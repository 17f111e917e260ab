package dev.divvy.cli.distributor.http;

import com.sun.net.httpserver.HttpExchange;
import dev.divvy.allocation.Version;
import dev.divvy.cli.http.ServerLimits;
import dev.divvy.coordination.Subscription;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;
import dev.divvy.distributor.store.Wakeup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Those who wait for a change: one thread answers all of them, when it came or when they waited long enough. */
final class Events implements AutoCloseable {

    static final int MOST_WAITING = ServerLimits.MOST_WAITING;
    static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    /** Hints may be lost: while anybody waits, the store is asked as often as this. */
    private static final Duration GLANCE = Duration.ofSeconds(1);

    /** To answer a thousand takes its time on a busy machine. */
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    /** As many as every reader of JSON can count. */
    private static final long MOST_DESKS = 1L << 53;

    private static final String NOBODY = "nobody";

    /** One who waits until the table is at another epoch than this, or the lists at another count of changes. */
    private record Waiting(HttpExchange exchange, Optional<Long> epoch, Optional<Long> lists, long until) {

        boolean isOver(long epochNow, long listsNow) {
            return epoch.filter(known -> known != epochNow).isPresent()
                    || lists.filter(known -> known != listsNow).isPresent()
                    || (epoch.isEmpty() && lists.isEmpty())
                    || System.nanoTime() - until >= 0;
        }
    }

    /** Which desk this is: another one counts the changes of its lists from the beginning. */
    private final long desk = ThreadLocalRandom.current().nextLong(1, MOST_DESKS);

    private final Store store;
    private final Wakeup wakeup = new Wakeup();
    private final AtomicLong listChanges = new AtomicLong();
    private final Subscription ofTable;
    private final Subscription ofLists;
    private final Thread thread = new Thread(this::run, "divvy-desk-events");

    /** Guarded by itself. */
    private final List<Waiting> waiting = new ArrayList<>();

    private volatile boolean closed;

    /** Of the thread only: what the store said last. */
    private long epoch;

    Events(Store store) {
        this.store = store;
        this.ofTable = store.postings().onChange(wakeup::ring);
        this.ofLists = store.names().onChange(() -> {
            listChanges.incrementAndGet();
            wakeup.ring();
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Lets somebody wait; the answer comes by itself. */
    void add(HttpExchange exchange, Question question) {
        Waiting one = new Waiting(
                exchange,
                question.number("after"),
                question.number("lists"),
                System.nanoTime() + LONGEST_WAIT.toNanos());
        synchronized (waiting) {
            if (closed || waiting.size() >= MOST_WAITING) {
                throw Refused.unavailable(waiting.size() + " wait here already; ask /api/table from time to time");
            }
            waiting.add(one);
        }
        wakeup.ring();
    }

    private void run() {
        try {
            while (!closed) {
                long again = System.nanoTime() + (isIdle() ? LONGEST_WAIT : GLANCE).toNanos();
                wakeup.awaitUntil(again);
                answerThose();
            }
        } catch (InterruptedException e) {
            // The end; nobody else knows this thread.
        } finally {
            answerThose();
        }
    }

    private boolean isIdle() {
        synchronized (waiting) {
            return waiting.isEmpty();
        }
    }

    private void answerThose() {
        if (isIdle()) {
            return;
        }
        long lists = listChanges.get();
        // A store that is slow to answer does not keep the end waiting.
        epoch = closed ? epoch : ask();
        List<Waiting> over;
        synchronized (waiting) {
            over = waiting.stream()
                    .filter(one -> closed || one.isOver(epoch, lists))
                    .toList();
            waiting.removeAll(over);
        }
        Map<String, Object> now = new LinkedHashMap<>();
        now.put("desk", desk);
        now.put("epoch", epoch);
        now.put("lists", lists);
        over.forEach(one -> Reply.ok(now).to(one.exchange()));
    }

    private long ask() {
        try {
            return store.postings().look(NOBODY).version().map(Version::epoch).orElse(0L);
        } catch (StoreTroubleException e) {
            // As far as anybody knows nothing changed.
            return epoch;
        }
    }

    /** Answers all who wait. */
    @Override
    public void close() {
        ofTable.close();
        ofLists.close();
        closed = true;
        wakeup.ring();
        try {
            thread.join(LONGEST_END.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

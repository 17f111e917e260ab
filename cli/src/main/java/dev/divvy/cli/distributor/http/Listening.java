package dev.divvy.cli.distributor.http;

import dev.divvy.coordination.Subscription;
import dev.divvy.distributor.store.StoreTroubleException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The thread that waits at a desk for changes and tells those who want to hear of them; it is there while anybody does. */
final class Listening implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** What the desk said last. */
    private record Moment(long desk, long epoch, long lists) {

        static Moment of(@Nullable Object json) {
            Read read = Read.of(json);
            return new Moment(read.number("desk"), read.number("epoch"), read.number("lists"));
        }

        boolean hasNewsOfTheTable(@Nullable Moment known) {
            return known == null || !isOf(known) || known.epoch() != epoch;
        }

        boolean hasNewsOfTheLists(@Nullable Moment known) {
            return known == null || !isOf(known) || known.lists() != lists;
        }

        /** What happened before the desk was first asked, while it was away, or before it was another, nobody knows. */
        private boolean isOf(Moment known) {
            return known.desk() == desk;
        }
    }

    private final Line line;
    private final Map<Object, Runnable> toTable = new ConcurrentHashMap<>();
    private final Map<Object, Runnable> toLists = new ConcurrentHashMap<>();

    /** Guarded by this. */
    private @Nullable Thread thread;

    Listening(Line line) {
        this.line = line;
    }

    Subscription toTable(Runnable listener) {
        return to(toTable, listener);
    }

    Subscription toLists(Runnable listener) {
        return to(toLists, listener);
    }

    private synchronized Subscription to(Map<Object, Runnable> listeners, Runnable listener) {
        Object key = new Object();
        listeners.put(key, listener);
        if (thread == null) {
            thread = new Thread(this::run, "divvy-desk-listening");
            thread.setDaemon(true);
            thread.start();
        }
        return () -> remove(listeners, key);
    }

    private synchronized void remove(Map<Object, Runnable> listeners, Object key) {
        listeners.remove(key);
        if (toTable.isEmpty() && toLists.isEmpty()) {
            close();
        }
    }

    private void run() {
        Moment known = null;
        while (!Thread.currentThread().isInterrupted()) {
            try {
                Moment now = known == null ? ask("") : ask("?after=" + known.epoch() + "&lists=" + known.lists());
                if (now.hasNewsOfTheTable(known)) {
                    toTable.values().forEach(Runnable::run);
                }
                if (now.hasNewsOfTheLists(known)) {
                    toLists.values().forEach(Runnable::run);
                }
                known = now;
            } catch (StoreTroubleException away) {
                known = null;
                pause();
            }
        }
    }

    private Moment ask(String known) {
        return line.getAfter(Events.LONGEST_WAIT, "/api/events" + known, Moment::of);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void close() {
        if (thread != null) {
            thread.interrupt();
            thread = null;
        }
    }
}

package dev.divvy.console;

import dev.divvy.console.feed.DashboardFeed;
import dev.divvy.console.http.BoundedCalls;
import dev.divvy.console.http.EventStreams;
import dev.divvy.console.http.RefusedRequestException;
import dev.divvy.coordination.support.DaemonThreads;

/** Looks at the products again and again: often while the dashboard is open, most often during a handover. */
final class FeedLoop implements AutoCloseable {

    private static final long UNWATCHED_MILLIS = 1_000;
    private static final long WATCHED_MILLIS = 200;
    private static final long HANDOVER_MILLIS = 50;

    private final ConsoleSource source;
    private final DashboardFeed feed;
    private final BoundedCalls calls;
    private final EventStreams streams;
    private final Thread thread;

    /** The time of the last status event; the thread of this loop alone uses it. */
    private long reported;

    private volatile boolean closed;

    FeedLoop(ConsoleSource source, DashboardFeed feed, BoundedCalls calls, EventStreams streams) {
        this.source = source;
        this.feed = feed;
        this.calls = calls;
        this.streams = streams;
        this.thread = DaemonThreads.start("divvy-dashboard", this::run);
    }

    private void run() {
        while (!closed) {
            long pause = look(System.currentTimeMillis());
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Returns the pause until the next look. */
    private long look(long now) {
        boolean watched = streams.isWatched();
        boolean report = watched && (now - reported >= WATCHED_MILLIS || now < reported);
        try {
            boolean calm = feed.see(calls.call(source::products), now, report);
            reported = report ? now : reported;
            return watched ? calm ? WATCHED_MILLIS : HANDOVER_MILLIS : UNWATCHED_MILLIS;
        } catch (RefusedRequestException e) {
            if (!closed) {
                feed.failed(String.valueOf(e.getMessage()), now);
            }
            return UNWATCHED_MILLIS;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}

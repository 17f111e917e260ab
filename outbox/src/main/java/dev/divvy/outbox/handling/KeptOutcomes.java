package dev.divvy.outbox.handling;

import dev.divvy.outbox.event.Payload;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.reading.WorkerQueue;
import dev.divvy.outbox.table.EventRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outcomes of one queue's events that cannot be written, because another transaction has locked their rows. The events stay handled: they are
 * not handled again while their token is held, and the later events of their entities wait until the outcomes are written.
 */
final class KeptOutcomes {

    private static final Logger LOG = LoggerFactory.getLogger(KeptOutcomes.class);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The number of outcomes above which no further events are handled. */
    private static final int MAX_KEPT = 10_000;

    private final ProcessorContext context;
    private final CompletionWriter completions;
    private final WorkerQueue queue;

    /** The rows of handled events, without their payloads. This and the next fields are guarded by this object. */
    private final List<EventRow> done = new ArrayList<>();

    private final List<FailedAttempt> failures = new ArrayList<>();
    private long nextAttempt;

    /** Whether the log says that there are some. */
    private boolean warned;

    KeptOutcomes(ProcessorContext context, CompletionWriter completions, WorkerQueue queue) {
        this.context = context;
        this.completions = completions;
        this.queue = queue;
    }

    /** Keeps outcomes, to be written later. */
    synchronized void add(Collection<EventRow> handled, Collection<FailedAttempt> failed) {
        handled.forEach(row -> done.add(withoutPayload(row)));
        failures.addAll(failed);
        queue.keep(handled);
        queue.keep(failed.stream().map(FailedAttempt::row).toList());
        nextAttempt = System.nanoTime() + RETRY_NANOS;
        int count = handled.size() + failed.size();
        if (count > 0 && !warned) {
            warned = true;
            LOG.warn(
                    "{} events have been handled and cannot be completed, because another transaction has locked their rows,"
                            + " such as that of event {}; they are completed when it has ended",
                    count,
                    (handled.isEmpty()
                                    ? failed.iterator().next().row()
                                    : handled.iterator().next())
                            .id());
        }
    }

    private static EventRow withoutPayload(EventRow row) {
        return row.withPayload(Payload.EMPTY);
    }

    /** Returns the time until the outcomes are to be tried again; the longest when there are none. */
    synchronized long nanosToNext() {
        return done.isEmpty() && failures.isEmpty() ? Long.MAX_VALUE : Math.max(0, nextAttempt - System.nanoTime());
    }

    /** Returns whether there are so many that these must be written first. */
    synchronized boolean isFull() {
        return done.size() + failures.size() >= MAX_KEPT;
    }

    /**
     * Tries to write the outcomes, without waiting for the locks of rows. Those of tokens that are no longer held are left to the next owner.
     *
     * @return whether any of the events is not kept any more, so that the later ones of its entity can be handled
     */
    boolean retry() throws SQLException {
        List<EventRow> handled;
        List<FailedAttempt> failed;
        synchronized (this) {
            handled = List.copyOf(done);
            failed = List.copyOf(failures);
            done.clear();
            failures.clear();
        }
        List<EventRow> all = Stream.concat(
                        handled.stream(),
                        failed.stream().map(FailedAttempt::row).map(KeptOutcomes::withoutPayload))
                .toList();
        queue.keepNoLonger(all);
        HeldRows rows = new HeldRows(context, all);
        try {
            rows.hold();
            new BatchOutcomes(context, completions, queue, rows, this).writeKept(handled, failed);
        } finally {
            rows.releaseAll(queue::giveBack);
        }
        synchronized (this) {
            int left = done.size() + failures.size();
            warned = left > 0;
            return left < all.size();
        }
    }
}

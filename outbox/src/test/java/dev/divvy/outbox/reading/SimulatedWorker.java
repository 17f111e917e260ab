package dev.divvy.outbox.reading;

import static org.assertj.core.api.Assertions.fail;

import dev.divvy.outbox.table.EntityKey;
import dev.divvy.outbox.table.EventRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** A worker in a {@link QueueSimulation}: takes, handles, fails, completes and gives back rows, one step at a time. */
final class SimulatedWorker {

    private final long seed;
    private final RandomGenerator random;
    private final ModelTable table;
    private final WorkerQueue queue;

    private final Deque<EventRow> batch = new ArrayDeque<>();
    private final List<EventRow> open = new ArrayList<>();
    private final List<EventRow> done = new ArrayList<>();
    private final List<EventRow> failed = new ArrayList<>();
    private final Set<EntityKey> blocked = new HashSet<>();
    private final Deque<Runnable> reports = new ArrayDeque<>();

    /** Rows whose outcome this worker does not know: an old page may show them as they were, and they are handled again. */
    private final Set<Long> unanswered = new HashSet<>();

    private boolean reliable;

    SimulatedWorker(long seed, RandomGenerator random, ModelTable table, WorkerQueue queue) {
        this.seed = seed;
        this.random = random;
        this.table = table;
        this.queue = queue;
    }

    /** Causes no more failures. */
    void becomeReliable() {
        reliable = true;
    }

    void step() {
        if (!reports.isEmpty()) {
            reports.remove().run();
        } else if (!batch.isEmpty()) {
            handle(batch.remove());
        } else if (!done.isEmpty() || !failed.isEmpty()) {
            writeOutcomes();
        } else if (!open.isEmpty() || !blocked.isEmpty()) {
            queue.giveBack(open);
            open.clear();
            blocked.clear();
        } else {
            batch.addAll(queue.takeNow(1 + random.nextInt(5), 4));
            open.addAll(batch);
            if (open.stream().map(EventRow::id).distinct().count() < open.size()) {
                fail("seed %d: twice in %s", seed, open);
            }
        }
    }

    private void handle(EventRow row) {
        if (!row.fence().equals(table.fence(row.hash())) || (!reliable && random.nextInt(12) == 0)) {
            blocked.add(row.entity());
        }
        if (blocked.contains(row.entity())) {
            return;
        }
        if (!row.due() || !(table.isCurrent(row) || unanswered.contains(row.id()))) {
            fail("seed %d: %s is handled, but is not due, or was completed, or has failed meanwhile", seed, row);
        }
        List<Long> before = new ArrayList<>(table.stillBefore(row));
        done.forEach(earlier -> before.remove(earlier.id()));
        if (!before.isEmpty()) {
            fail("seed %d: %d of %s is handled before %s", seed, row.id(), row.entity(), before);
        }
        if (!reliable && random.nextInt(4) == 0) {
            failed.add(row);
            blocked.add(row.entity());
        } else {
            done.add(row);
        }
        if (random.nextInt(4) == 0) {
            writeOutcomes();
        }
    }

    /** Writes to the table; the queue learns the outcomes in later steps, and anything may happen in between. */
    private void writeOutcomes() {
        // The answer of the commit may be lost: then the rows are given back, whatever was written.
        boolean answered = reliable || random.nextInt(8) > 0;
        List<EventRow> completed = List.copyOf(done);
        completed.forEach(table::complete);
        report(answered, completed, () -> queue.completed(completed));
        for (EventRow row : failed) {
            if (random.nextInt(4) == 0) {
                table.complete(row);
                report(answered, List.of(row), () -> queue.completed(List.of(row)));
            } else {
                table.fail(row.id());
                report(answered, List.of(row), () -> queue.failed(row));
            }
        }
        open.removeAll(done);
        open.removeAll(failed);
        done.clear();
        failed.clear();
    }

    private void report(boolean answered, List<EventRow> rows, Runnable outcome) {
        if (!answered) {
            rows.forEach(row -> {
                blocked.add(row.entity());
                unanswered.add(row.id());
            });
        }
        reports.add(answered ? outcome : () -> queue.giveBack(rows));
    }
}

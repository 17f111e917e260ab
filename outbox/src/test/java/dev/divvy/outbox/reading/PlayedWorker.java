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

/** A worker in a {@link QueuePlay}: takes, handles, fails, completes and gives back, one step at a time. */
final class PlayedWorker {

    private final long seed;
    private final RandomGenerator random;
    private final ModelTable table;
    private final WorkerQueue queue;

    private final Deque<EventRow> batch = new ArrayDeque<>();
    private final List<EventRow> open = new ArrayList<>();
    private final List<EventRow> done = new ArrayList<>();
    private final List<EventRow> failed = new ArrayList<>();
    private final Set<EntityKey> stuck = new HashSet<>();
    private final Deque<Runnable> telling = new ArrayDeque<>();
    private boolean calm;

    PlayedWorker(long seed, RandomGenerator random, ModelTable table, WorkerQueue queue) {
        this.seed = seed;
        this.random = random;
        this.table = table;
        this.queue = queue;
    }

    /** From here on nothing goes wrong. */
    void calmDown() {
        calm = true;
    }

    void step() {
        if (!telling.isEmpty()) {
            telling.remove().run();
        } else if (!batch.isEmpty()) {
            handle(batch.remove());
        } else if (!done.isEmpty() || !failed.isEmpty()) {
            settle();
        } else if (!open.isEmpty() || !stuck.isEmpty()) {
            queue.giveBack(open);
            open.clear();
            stuck.clear();
        } else {
            batch.addAll(queue.takeNow(1 + random.nextInt(5), 4));
            open.addAll(batch);
            if (open.stream().map(EventRow::id).distinct().count() < open.size()) {
                fail("seed %d: twice in %s", seed, open);
            }
        }
    }

    private void handle(EventRow row) {
        if (!row.since().equals(table.fence(row.hash())) || (!calm && random.nextInt(12) == 0)) {
            stuck.add(row.entity());
        }
        if (stuck.contains(row.entity())) {
            return;
        }
        if (!row.due() || !table.isTrue(row)) {
            fail("seed %d: %s is handled, but is not due, or was completed, or has failed meanwhile", seed, row);
        }
        List<Long> before = new ArrayList<>(table.stillBefore(row));
        done.forEach(earlier -> before.remove(earlier.id()));
        if (!before.isEmpty()) {
            fail("seed %d: %d of %s is handled before %s", seed, row.id(), row.entity(), before);
        }
        if (!calm && random.nextInt(4) == 0) {
            failed.add(row);
            stuck.add(row.entity());
        } else {
            done.add(row);
        }
        if (random.nextInt(4) == 0) {
            settle();
        }
    }

    /** The table first; the queue is told one by one, and anything may happen in between. */
    private void settle() {
        List<EventRow> completed = List.copyOf(done);
        completed.forEach(row -> table.complete(row.id()));
        telling.add(() -> queue.completed(completed));
        for (EventRow row : failed) {
            if (random.nextInt(4) == 0) {
                table.complete(row.id());
                telling.add(() -> queue.completed(List.of(row)));
            } else {
                table.fail(row.id());
                telling.add(() -> queue.failed(row));
            }
        }
        open.removeAll(done);
        open.removeAll(failed);
        done.clear();
        failed.clear();
    }
}

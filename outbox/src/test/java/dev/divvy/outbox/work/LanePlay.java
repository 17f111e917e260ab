package dev.divvy.outbox.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.divvy.outbox.table.Entity;
import dev.divvy.outbox.table.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A reader with arbitrarily old pages and a worker, step by step in any order, at a lane; after each of their steps anything may happen in
 * the table. What is handled is compared with what was visible.
 */
final class LanePlay {

    private final RandomGenerator random;
    private final ModelTable table;
    private final Lane lane;
    private final long seed;
    private final int pageSize;

    // The reader.
    private final Deque<Row> page = new ArrayDeque<>();
    private int from = Integer.MAX_VALUE;
    private boolean calm;

    // The worker.
    private final Deque<Row> batch = new ArrayDeque<>();
    private final List<Row> open = new ArrayList<>();
    private final List<Row> done = new ArrayList<>();
    private final List<Row> failed = new ArrayList<>();
    private final Set<Entity> stuck = new HashSet<>();
    private final Deque<Runnable> telling = new ArrayDeque<>();

    LanePlay(long seed, RandomGenerator random) {
        this.seed = seed;
        this.random = random;
        this.table = new ModelTable(random);
        this.lane = new Lane(1 + random.nextInt(8));
        this.pageSize = 1 + random.nextInt(12);
    }

    void play(int steps) {
        for (int i = 0; i < steps; i++) {
            switch (random.nextInt(24)) {
                case 0, 1, 2 -> table.insert();
                case 3 -> table.commitLate();
                case 4 -> table.pass(random.nextInt(10));
                case 5 -> sometimes(table::discard);
                case 6 -> sometimes(table::ownedByOthers);
                case 7 -> sometimes(this::beginSweep);
                case 8, 9, 10, 11, 12, 13, 14, 15 -> readerStep();
                default -> workerStep();
            }
        }
    }

    private void sometimes(Runnable action) {
        if (random.nextInt(4) == 0) {
            action.run();
        }
    }

    /** From here on nothing goes wrong: everything must be handled within a number of sweeps that follows from the room in the lane. */
    void calmDown() {
        calm = true;
        table.commitAll();
        for (int i = 0; i < 2000 && !table.isEmpty(); i++) {
            table.pass(1);
            readerStep();
            for (int j = 0; j < 6; j++) {
                workerStep();
            }
        }
        assertThat(table.isEmpty())
                .as("seed %d: left without being handled: %s", seed, table)
                .isTrue();
        for (int i = 0; i < 40; i++) {
            readerStep();
            workerStep();
        }
        assertThat(lane.remembered()).as("seed %d: remembered of nothing", seed).isZero();
    }

    // --- the reader ---

    private void beginSweep() {
        page.clear();
        from = 0;
        lane.sweepBegins();
    }

    private void readerStep() {
        if (!page.isEmpty()) {
            offer(page.remove());
            return;
        }
        if (from == Integer.MAX_VALUE) {
            beginSweep();
        }
        lane.readBegins();
        List<Row> read = table.page(from, pageSize);
        int last = read.isEmpty() ? 0 : read.get(read.size() - 1).hash();
        if (read.size() < pageSize) {
            from = Integer.MAX_VALUE;
            page.addAll(read);
        } else if (read.get(0).hash() == last) {
            from = last + 1;
            page.addAll(read);
        } else {
            from = last;
            read.stream().filter(row -> row.hash() != last).forEach(page::add);
        }
    }

    private void offer(Row row) {
        Lane.Offer answer = lane.offer(row);
        while (answer == Lane.Offer.REFUSED && random.nextBoolean()) {
            workerStep();
            answer = lane.offerAgain(row);
        }
    }

    // --- the worker ---

    private void workerStep() {
        if (!telling.isEmpty()) {
            telling.remove().run();
        } else if (!batch.isEmpty()) {
            handle(batch.remove());
        } else if (!done.isEmpty() || !failed.isEmpty()) {
            settle();
        } else if (!open.isEmpty() || !stuck.isEmpty()) {
            lane.giveBack(open);
            open.clear();
            stuck.clear();
        } else {
            take().ifPresent(batch::addAll);
            open.addAll(batch);
            if (open.stream().map(Row::id).distinct().count() < open.size()) {
                fail("seed %d: twice in %s", seed, open);
            }
        }
    }

    private Optional<List<Row>> take() {
        Thread.currentThread().interrupt();
        try {
            return Optional.of(lane.take(1 + random.nextInt(5), 4));
        } catch (InterruptedException e) {
            return Optional.empty();
        } finally {
            Thread.interrupted();
        }
    }

    private void handle(Row row) {
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

    /** The table first; the lane is told one by one, and anything may happen in between. */
    private void settle() {
        List<Row> completed = List.copyOf(done);
        completed.forEach(row -> table.complete(row.id()));
        telling.add(() -> lane.completed(completed));
        for (Row row : failed) {
            if (random.nextInt(4) == 0) {
                table.complete(row.id());
                telling.add(() -> lane.completed(List.of(row)));
            } else {
                table.fail(row.id());
                telling.add(() -> lane.failed(row));
            }
        }
        open.removeAll(done);
        open.removeAll(failed);
        done.clear();
        failed.clear();
    }
}

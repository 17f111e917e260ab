package dev.divvy.outbox.reading;

import dev.divvy.coordination.Fence;
import dev.divvy.outbox.event.Payload;
import dev.divvy.outbox.table.CrashMark;
import dev.divvy.outbox.table.EntityKey;
import dev.divvy.outbox.table.EventRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A model of the event table with other users: producers whose transactions commit late, operators, and earlier and later owners.
 * Operators delete events of the first entities only; only there has an event behind another one a time of its own, which would mend mistakes.
 */
final class ModelTable {

    static final int ENTITIES = 5;

    private static final int DISCARDED_ENTITIES = 2;

    private static final List<EntityKey> ALL =
            IntStream.range(0, ENTITIES).mapToObj(ModelTable::entity).toList();

    private final RandomGenerator random;
    private final Map<Long, Stored> pending = new TreeMap<>();
    private final Set<Long> completed = new HashSet<>();
    private final long[] epochs = new long[ENTITIES];
    private long lastId;
    private long now;

    /** For each row that was read, the earlier rows of its entity that were visible then. */
    private final IdentityHashMap<EventRow, Set<Long>> earlier = new IdentityHashMap<>();

    ModelTable(RandomGenerator random) {
        this.random = random;
    }

    private enum Status {
        PENDING,
        RETRY,
        BEHIND
    }

    /** The events that a completion releases at once. */
    private static final int RELEASED_AT_ONCE = 2;

    /** Written by the table only. */
    private static final class Stored {
        private final long id;
        private final int entity;
        private boolean visible;
        private Status status = Status.PENDING;
        private int attempts;
        private long dueAt;

        Stored(long id, int entity, boolean visible) {
            this.id = id;
            this.entity = entity;
            this.visible = visible;
        }
    }

    /** Pairs of entities share a hash, as entities with the same id and different names do. */
    static int hashOf(int entity) {
        return entity / 2;
    }

    static EntityKey entity(int number) {
        return new EntityKey("entity" + number, "id" + hashOf(number));
    }

    // --- other users ---

    void insert() {
        Stored row = new Stored(++lastId, random.nextInt(ENTITIES), random.nextInt(4) > 0);
        if (random.nextInt(8) == 0) {
            row.dueAt = now + random.nextInt(20);
        }
        pending.put(row.id, row);
    }

    void commitLate() {
        pick(pending.values().stream().filter(row -> !row.visible).toList()).forEach(row -> row.visible = true);
    }

    void commitAll() {
        pending.values().forEach(row -> row.visible = true);
    }

    void discard() {
        pick(pending.values().stream()
                        .filter(row -> row.visible && row.entity < DISCARDED_ENTITIES)
                        .toList())
                .forEach(row -> pending.remove(row.id));
    }

    /** Another owner holds a token for a while and handles some of its rows, in order per entity; then the token is gained again. */
    void ownedByAnother() {
        int hash = random.nextInt(hashOf(ENTITIES - 1) + 1);
        epochs[hash]++;
        for (int entity = 0; entity < ENTITIES; entity++) {
            if (hashOf(entity) == hash) {
                int number = entity;
                List<Stored> rows = pending.values().stream()
                        .filter(row -> row.visible && row.entity == number)
                        .toList();
                for (Stored row : rows.subList(0, random.nextInt(rows.size() + 1))) {
                    if (row.dueAt > now || row.status == Status.BEHIND) {
                        break;
                    }
                    if (random.nextInt(4) == 0) {
                        fail(row.id);
                        break;
                    }
                    complete(row.id);
                    release(number);
                }
            }
        }
    }

    private List<Stored> of(int entity, Status status) {
        return pending.values().stream()
                .filter(row -> row.visible && row.entity == entity && row.status == status)
                .toList();
    }

    private List<Stored> pick(List<Stored> rows) {
        return rows.isEmpty() ? List.of() : List.of(rows.get(random.nextInt(rows.size())));
    }

    void advance(long time) {
        now += time;
    }

    // --- the reader and the workers ---

    /** Returns rows in the order of hash and id, from a hash on. */
    List<EventRow> page(int fromHash, int limit, boolean besideWaiting) {
        return pending.values().stream()
                .filter(row -> row.visible && row.status == Status.PENDING && hashOf(row.entity) >= fromHash)
                .sorted(Comparator.comparingInt((Stored row) -> hashOf(row.entity))
                        .thenComparingLong(row -> row.id))
                .limit(limit)
                .map(row -> read(row, besideWaiting))
                .toList();
    }

    private EventRow read(Stored row, boolean besideWaiting) {
        int hash = hashOf(row.entity);
        EventRow read = new EventRow(
                row.id,
                entity(row.entity),
                hash,
                fence(hash),
                "",
                "",
                1,
                Payload.EMPTY,
                row.attempts,
                Math.max(0, row.dueAt - now),
                besideWaiting
                        && Stream.of(Status.RETRY, Status.BEHIND)
                                .flatMap(status -> of(row.entity, status).stream())
                                .anyMatch(other -> other.id < row.id),
                besideWaiting && of(row.entity, Status.BEHIND).stream().anyMatch(other -> other.id > row.id),
                Instant.EPOCH,
                0,
                CrashMark.NONE,
                EventRow.Care.USUAL);
        earlier.put(
                read,
                pending.values().stream()
                        .filter(other -> other.visible && other.entity == row.entity && other.id < row.id)
                        .map(other -> other.id)
                        .collect(Collectors.toSet()));
        return read;
    }

    Fence fence(int hash) {
        return new Fence("lineage", epochs[hash] + 1);
    }

    /** Returns the rows of its entity that were before this one when it was read and are still pending. */
    List<Long> stillBefore(EventRow row) {
        return new ArrayList<>(earlier.getOrDefault(row, Set.of()))
                .stream().filter(pending::containsKey).sorted().toList();
    }

    boolean anyWaiting() {
        return pending.values().stream().anyMatch(row -> row.visible && row.status != Status.PENDING);
    }

    void makeDuePending() {
        for (Stored row : pending.values()) {
            boolean timed = row.status == Status.RETRY || (row.status == Status.BEHIND && row.dueAt > 0);
            if (timed && row.dueAt <= now) {
                row.status = Status.PENDING;
                row.dueAt = 0;
            }
        }
    }

    /** Makes rows wait that were read under the present fence. */
    void park(List<EventRow> rows) {
        for (EventRow row : rows) {
            Stored stored = pending.get(row.id());
            if (stored != null && stored.status == Status.PENDING && row.fence().equals(fence(row.hash()))) {
                stored.status = row.due() ? Status.BEHIND : Status.RETRY;
                if (row.due() && stored.entity < DISCARDED_ENTITIES) {
                    stored.dueAt = now + 50;
                }
            }
        }
    }

    /** Completes or aborts a row that was handled. */
    void complete(EventRow row) {
        complete(row.id());
        if (row.leads()) {
            release(ALL.indexOf(row.entity()));
        }
    }

    private void release(int entity) {
        of(entity, Status.BEHIND).stream().limit(RELEASED_AT_ONCE).forEach(row -> {
            row.status = Status.PENDING;
            row.dueAt = 0;
        });
    }

    private void complete(long id) {
        pending.remove(id);
        completed.add(id);
    }

    /** Returns whether the row is up to date. One that an operator discarded meanwhile counts as such: the worker cannot know. */
    boolean isCurrent(EventRow row) {
        Stored stored = pending.get(row.id());
        return stored == null ? !completed.contains(row.id()) : stored.attempts == row.attempts();
    }

    void fail(long id) {
        Stored row = pending.get(id);
        if (row != null) {
            row.attempts++;
            row.status = Status.RETRY;
            row.dueAt = now + 1 + random.nextInt(20);
        }
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    @Override
    public String toString() {
        return pending.values().stream()
                .map(row -> row.id + " of " + row.entity + " " + row.status)
                .toList()
                .toString();
    }
}

package dev.divvy.outbox.work;

import dev.divvy.boardsql.StaleHoldException;
import dev.divvy.coordination.Hold;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Payload;
import dev.divvy.outbox.table.Entity;
import dev.divvy.outbox.table.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows in the hands of a worker: what is held of them, what became of each, and how that is written down. Used by the worker's thread; when
 * that does not come back, by the one that replaces it.
 */
final class Batch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Batch.class);

    private final Tools tools;
    private final Lane lane;
    private final Source source;

    /** By hash: events of one entity share one. */
    private final Map<Integer, Hold> holds = new HashMap<>();

    /** Rows of which nothing is written down yet, by id, in their order. */
    private final Map<Long, Row> open = new LinkedHashMap<>();

    private final List<Row> done = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final Set<Entity> stuck = new HashSet<>();

    /** What is handled at this moment; read by the thread that replaces a worker. */
    private volatile List<Event> current = List.of();

    /** The connection on which that is done, where it is; read by that thread too. */
    private volatile @Nullable Connection inside;

    private int written;
    private boolean nothingHeld;

    /** Whether the reader has to look again, at least to learn when. */
    private boolean again;

    Batch(Tools tools, Lane lane, List<Row> rows) {
        this.tools = tools;
        this.lane = lane;
        this.source = tools.source();
        rows.forEach(row -> open.put(row.id(), row));
    }

    /** Holds the tokens of the rows, and makes events of those that are held, since the same moment as when they were read. */
    List<Event> begin() throws SQLException {
        List<Event> events = new ArrayList<>();
        for (Row row : List.copyOf(open.values())) {
            Hold hold = stuck.contains(row.entity()) ? null : hold(row);
            if (hold == null) {
                // The later ones neither, even if the token comes back in just this moment.
                stuck.add(row.entity());
                continue;
            }
            Payload payload = payload(row);
            if (payload != null) {
                events.add(new Event(
                        row.id(),
                        row.entity().name(),
                        row.entity().id(),
                        payload,
                        row.attempts() + 1,
                        hold.fence(),
                        row.createdAt()));
            }
        }
        nothingHeld = events.isEmpty();
        return events;
    }

    /** Whether all that it was given is of others now, or held anew since it was read. */
    boolean nothingHeld() {
        return nothingHeld;
    }

    private @Nullable Hold hold(Row row) {
        Hold hold = holds.get(row.hash());
        if (hold == null) {
            hold = source.share().hold(row.hash()).orElse(null);
            if (hold != null) {
                holds.put(row.hash(), hold);
            }
        }
        return hold != null && hold.fence().equals(row.since()) ? hold : null;
    }

    private @Nullable Payload payload(Row row) throws SQLException {
        if (row.payload() != null) {
            return row.payload();
        }
        return source.ask(connection -> source.table().payload(connection, row.id()))
                .orElse(null);
    }

    /** Those that may be handled now: of no entity that is stuck, and of no token that is about to be lost. */
    List<Event> ready(List<Event> events) {
        return events.stream().filter(this::isReady).toList();
    }

    boolean isReady(Event event) {
        Row row = open.get(event.id());
        if (row == null) {
            return false; // let go of
        }
        if (!stuck.contains(row.entity()) && (holdOf(row).stopping() || tools.ending())) {
            // Whatever comes of the lease, the later ones of this entity do not overtake it.
            stuck.add(row.entity());
        }
        return !stuck.contains(row.entity());
    }

    /**
     * Lets go of what is about to be lost, before its time of grace is over: what was done with it is written down, the rest is left to the
     * next owner. The others of the batch go on.
     */
    void letGo() throws SQLException {
        if (holds.values().stream().noneMatch(Hold::stopping)) {
            return;
        }
        settle();
        Set<Integer> going = holds.entrySet().stream()
                .filter(entry -> entry.getValue().stopping())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        List<Row> left =
                open.values().stream().filter(row -> going.contains(row.hash())).toList();
        left.forEach(row -> {
            stuck.add(row.entity());
            open.remove(row.id());
        });
        again |= !left.isEmpty();
        lane.giveBack(left);
        going.forEach(hash -> Objects.requireNonNull(holds.remove(hash)).close());
    }

    /** These are handled from now on, perhaps on this connection; none when they are no longer. */
    void handling(List<Event> events, @Nullable Connection connection) {
        inside = connection;
        current = events;
    }

    List<Event> current() {
        return current;
    }

    // --- a worker that does not come back ---

    /** In the place of the lost worker: what it was at has failed, or is tried alone when nobody knows which. */
    void afterLoss(Throwable error) throws SQLException {
        endInside();
        if (current.size() == 1) {
            failed(current.get(0), error);
        } else {
            lane.suspect(rowsOf(current));
        }
        settle();
    }

    /** Ends the connection of a handler that hangs and gives it back, from another thread: its place in the pool is free again. */
    void endInside() {
        Connection connection = inside;
        if (connection == null) {
            return;
        }
        try (connection) {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            LOG.debug("the connection of a handler that hangs could not be ended", e);
        }
    }

    // --- what became of them ---

    void done(Collection<Event> events) {
        events.forEach(event -> done.add(rowOf(event)));
    }

    void failed(Event event, Throwable error) {
        Row row = rowOf(event);
        failures.add(new Failure(row, error));
        stuck.add(row.entity());
    }

    /** These are left as they are, and with them the later ones of their entities. */
    void leave(Collection<Event> events) {
        events.forEach(event -> stuck.add(rowOf(event).entity()));
    }

    private Row rowOf(Event event) {
        Row row = open.get(event.id());
        if (row == null) {
            throw new IllegalStateException(event + " is not of this batch");
        }
        return row;
    }

    Collection<Hold> holdsOf(Collection<Event> events) {
        return events.stream().map(event -> holdOf(rowOf(event))).collect(Collectors.toSet());
    }

    List<Row> rowsOf(Collection<Event> events) {
        return events.stream().map(this::rowOf).toList();
    }

    private Hold holdOf(Row row) {
        Hold hold = holds.get(row.hash());
        if (hold == null) {
            throw new IllegalStateException("row " + row.id() + " is not held");
        }
        return hold;
    }

    /** Writes down what is done and what has failed. What may not be written is left to the next owner. */
    void settle() throws SQLException {
        while (!done.isEmpty() || !failures.isEmpty()) {
            Set<Hold> involved = done.stream().map(this::holdOf).collect(Collectors.toSet());
            failures.forEach(failure -> involved.add(holdOf(failure.row())));
            try {
                tools.completion().complete(done, failures, involved);
                written();
                return;
            } catch (StaleHoldException e) {
                LOG.debug("a completion was refused: {}", e.getMessage());
                if (involved.stream().noneMatch(Hold::released)) {
                    // Not one piece: the whole member was taken off, or the board forgot.
                    forget();
                    return;
                }
                done.removeIf(row -> holdOf(row).released());
                failures.removeIf(failure -> holdOf(failure.row()).released());
            }
        }
    }

    private void forget() {
        done.forEach(row -> stuck.add(row.entity()));
        clear();
    }

    private void clear() {
        done.clear();
        failures.clear();
    }

    private void written() {
        completed(done);
        for (Failure failure : failures) {
            boolean last = failure.isLast(source.how());
            source.counters().failed(last);
            tell(failure, last);
            open.remove(failure.row().id());
            if (last) {
                lane.completed(List.of(failure.row()));
            } else {
                lane.failed(failure.row());
                again = true;
            }
        }
        // An aborted event holds up its entity no longer, but the rest of it in this batch is read anew.
        written += done.size() + failures.size();
        clear();
    }

    private static void tell(Failure failure, boolean last) {
        Row row = failure.row();
        String what = "event " + row.id() + " of " + row.entity().name() + " "
                + row.entity().id();
        if (last) {
            LOG.error(
                    "{} is aborted after {}: {}",
                    what,
                    failure.attempts() == 1 ? "its only attempt" : failure.attempts() + " attempts",
                    failure.text(),
                    failure.error());
        } else {
            LOG.warn("{} failed and is tried again, attempt {}: {}", what, failure.attempts(), failure.text());
        }
    }

    /** Events that were completed in a transaction of their own. */
    void completedInside(Collection<Event> events) {
        List<Row> rows = rowsOf(events);
        written += rows.size();
        completed(rows);
    }

    private void completed(List<Row> rows) {
        source.counters().completed(rows.size());
        lane.completed(rows);
        rows.forEach(row -> open.remove(row.id()));
    }

    /** Whether anything was written down. */
    boolean gotOn() {
        return written > 0;
    }

    /** Whether the reader should look again, or has to learn when to: something was left, or is tried again later. */
    boolean leavesWork() {
        return again || !open.isEmpty();
    }

    /** What nothing was written of is read anew, by whoever holds it. */
    @Override
    public void close() {
        lane.giveBack(open.values());
        open.clear();
        holds.values().forEach(Hold::close);
    }
}

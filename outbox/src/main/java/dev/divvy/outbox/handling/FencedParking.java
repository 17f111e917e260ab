package dev.divvy.outbox.handling;

import dev.divvy.boardsql.FencedTransaction;
import dev.divvy.boardsql.SqlBoard;
import dev.divvy.boardsql.StaleHoldException;
import dev.divvy.boardsql.jdbc.SqlErrorKind;
import dev.divvy.boardsql.jdbc.SqlRetry;
import dev.divvy.coordination.Hold;
import dev.divvy.outbox.reading.Parking;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.table.EntityKey;
import dev.divvy.outbox.table.EventRow;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Makes events wait, in a transaction under the fence: a processor that lost a token could make an event wait behind one that is gone. */
final class FencedParking implements Parking {

    private static final int MAX_ATTEMPTS = 8;

    private final ProcessorContext context;
    private final SqlBoard board;

    FencedParking(ProcessorContext context, SqlBoard board) {
        this.context = context;
        this.board = board;
    }

    @Override
    public int park(List<EventRow> notDue, List<EventRow> behind) throws SQLException {
        Map<Integer, Hold> holds = new HashMap<>();
        try {
            Stream.concat(notDue.stream(), behind.stream())
                    .map(EventRow::hash)
                    .distinct()
                    .forEach(hash -> context.ownership().hold(hash).ifPresent(hold -> holds.put(hash, hold)));
            return write(
                    ids(held(notDue, holds)),
                    ids(held(behind, holds)),
                    firsts(held(behind, holds)),
                    Set.copyOf(holds.values()));
        } catch (StaleHoldException e) {
            context.counters().refusedOnce();
            return 0;
        } catch (SQLException e) {
            if (SqlErrorKind.of(e) != SqlErrorKind.LOCKED) {
                throw e;
            }
            return 0; // the next scan tries again
        } finally {
            holds.values().forEach(Hold::close);
        }
    }

    private int write(List<Long> notDue, List<Long> behind, List<Long> first, Set<Hold> holds) throws SQLException {
        if (notDue.isEmpty() && behind.isEmpty()) {
            return 0;
        }
        return SqlRetry.times(MAX_ATTEMPTS)
                .on(SqlErrorKind.ROLLED_BACK)
                .counting(context.counters()::retriedOnce)
                .call(() -> context.onConnection(connection -> {
                    int parked;
                    try (FencedTransaction transaction = board.begin(connection)) {
                        parked = context.table().waiting().park(connection, notDue, behind);
                        transaction.commit(holds);
                    }
                    // An event that they wait for may have been discarded in between.
                    context.table().waiting().releaseFirst(connection, first);
                    return parked;
                }));
    }

    /** Returns the rows whose token has been held without interruption since they were read. */
    private static List<EventRow> held(List<EventRow> rows, Map<Integer, Hold> holds) {
        return rows.stream()
                .filter(row -> {
                    Hold hold = holds.get(row.hash());
                    return hold != null && hold.fence().equals(row.fence());
                })
                .toList();
    }

    private static List<Long> ids(List<EventRow> rows) {
        return rows.stream().map(EventRow::id).sorted().toList();
    }

    /** Returns the id of the first row of each entity: its completion releases the others. */
    private static List<Long> firsts(List<EventRow> rows) {
        Map<EntityKey, Long> firsts = new HashMap<>();
        rows.forEach(row -> firsts.merge(row.entity(), row.id(), Math::min));
        return List.copyOf(firsts.values());
    }
}

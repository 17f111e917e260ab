package dev.divvy.outbox.reading;

import dev.divvy.outbox.table.EventRow;
import java.sql.SQLException;
import java.util.List;

/** Makes events wait, so that pages of pending events do not show them until it is their turn. */
public interface Parking {

    /**
     * Writes that these rows wait, unless their token is no longer held, or another transaction has locked them. Blocks. No row of their hashes may be in a queue or with a worker.
     *
     * @param notDue rows that wait for their time
     * @param behind rows that wait for an earlier one of their entity
     * @return the number of rows that wait now
     */
    int park(List<EventRow> notDue, List<EventRow> behind) throws SQLException;
}

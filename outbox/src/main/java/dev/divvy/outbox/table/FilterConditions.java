package dev.divvy.outbox.table;

import dev.divvy.outbox.event.EventFilter;
import dev.divvy.outbox.event.EventStatus;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The conditions of a filter as SQL, without its states, and the values of their parameters. */
final class FilterConditions {

    /** A character that the texts of errors hardly contain, for LIKE. */
    private static final String ESCAPE = "!";

    private final StringBuilder sql = new StringBuilder();
    private final List<Object> values = new ArrayList<>();

    private FilterConditions() {}

    static FilterConditions of(EventFilter filter, EventDialect dialect) {
        FilterConditions conditions = new FilterConditions();
        filter.entityName().ifPresent(name -> conditions.add("entity_name = ?", name));
        filter.entityId().ifPresent(id -> conditions.add("entity_id = ?", id));
        filter.error().ifPresent(text -> conditions.add("last_error LIKE ? ESCAPE '" + ESCAPE + "'", pattern(text)));
        String ended = "(" + dialect.epochMillis("done_at") + ")";
        filter.endedAfter().ifPresent(time -> conditions.add(ended + " >= ?", time.toEpochMilli()));
        filter.endedBefore().ifPresent(time -> conditions.add(ended + " < ?", time.toEpochMilli()));
        return conditions;
    }

    private static String pattern(String text) {
        return "%" + text.replaceAll("([!%_])", ESCAPE + "$1") + "%";
    }

    private void add(String condition, Object value) {
        sql.append(" AND ").append(condition);
        values.add(value);
    }

    /** Returns the conditions, each after an AND; empty for none. */
    String sql() {
        return sql.toString();
    }

    /** Sets the parameters from this index on; returns the next index. */
    int set(PreparedStatement statement, int from) throws SQLException {
        int next = from;
        for (Object value : values) {
            statement.setObject(next++, value);
        }
        return next;
    }

    /** Returns the status in the table of events of a state. */
    static String column(EventStatus status) {
        return switch (status) {
            case PENDING, BEHIND, ABORTED, DONE -> status.name();
            case RETRYING, HELD -> "RETRY";
        };
    }

    /** Returns the further condition of a state, after an AND; empty for none. */
    static String detail(EventStatus status) {
        return switch (status) {
            case PENDING, BEHIND, ABORTED, DONE -> "";
            case RETRYING -> " AND process_after IS NOT NULL";
            case HELD -> " AND process_after IS NULL";
        };
    }

    /** Returns the condition that an event has one of these states. */
    static String anyOf(Collection<EventStatus> statuses) {
        return statuses.stream()
                .map(status -> "status = '" + column(status) + "'" + detail(status))
                .collect(Collectors.joining(" OR ", "(", ")"));
    }

    /** Returns the state of an event. */
    static EventStatus statusOf(String column, boolean hasTime) {
        return column.equals("RETRY") ? hasTime ? EventStatus.RETRYING : EventStatus.HELD : EventStatus.valueOf(column);
    }
}

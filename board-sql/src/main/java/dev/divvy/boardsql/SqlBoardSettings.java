package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.TableNames;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.function.Consumer;

/** Settings of boards in a database. Each {@code with...} returns a copy with one setting changed. */
public final class SqlBoardSettings {

    private static final SqlBoardSettings DEFAULTS = new SqlBoardSettings(new Values());

    /** The values; changed only before a settings object owns them. */
    private static final class Values {

        private TableNames names = TableNames.DEFAULT;
        private Duration timeout = Timing.SERVER.timeout();
        private Duration idle = Timing.SERVER.lease();
        private boolean mayHaveForgotten = true;
        private boolean keepsIsolationLevel;

        private Values copy() {
            Values copy = new Values();
            copy.names = names;
            copy.timeout = timeout;
            copy.idle = idle;
            copy.mayHaveForgotten = mayHaveForgotten;
            copy.keepsIsolationLevel = keepsIsolationLevel;
            return copy;
        }
    }

    private final Values values;

    private SqlBoardSettings(Values values) {
        Durations.positive("timeout", values.timeout);
        Durations.positive("idle limit", values.idle);
        this.values = values;
    }

    /** Returns the defaults: tables named {@code divvy_...} in the connection's own schema, and the times of {@link Timing#SERVER}. */
    public static SqlBoardSettings defaults() {
        return DEFAULTS;
    }

    private SqlBoardSettings with(Consumer<Values> change) {
        Values next = values.copy();
        change.accept(next);
        return new SqlBoardSettings(next);
    }

    TableNames names() {
        return values.names;
    }

    /** Returns the schema of the tables; empty for the connection's own. */
    public String schema() {
        return values.names.schema();
    }

    public SqlBoardSettings withSchema(String schema) {
        return with(next -> next.names = next.names.withSchema(schema));
    }

    /** Returns the prefix of all table names. */
    public String tablePrefix() {
        return values.names.prefix();
    }

    public SqlBoardSettings withTablePrefix(String prefix) {
        return with(next -> next.names = next.names.withPrefix(prefix));
    }

    /** Returns the timeout of one call of a board; see {@link Timing#timeout()}. */
    public Duration timeout() {
        return values.timeout;
    }

    public SqlBoardSettings withTimeout(Duration timeout) {
        return with(next -> next.timeout = timeout);
    }

    /**
     * Returns how long a completing transaction may be idle with the fence locked before the server ends it, where the server can. A
     * process that stops at just that moment delays its own ejection by this long.
     */
    public Duration idleLimit() {
        return values.idle;
    }

    public SqlBoardSettings withIdleLimit(Duration limit) {
        return with(next -> next.idle = limit);
    }

    /** Returns a copy with the timeout and the idle limit of this timing, for a group that does not use {@link Timing#SERVER}. */
    public SqlBoardSettings withTiming(Timing timing) {
        return withTimeout(timing.timeout()).withIdleLimit(timing.lease());
    }

    /**
     * Returns whether an empty board may once have had an allocation, in tables that were since emptied or restored. If so, a group waits
     * for one time-to-live when it first begins.
     */
    public boolean mayHaveForgotten() {
        return values.mayHaveForgotten;
    }

    /** Returns a copy for tables that were just created, or are never emptied: a new group begins at once. */
    public SqlBoardSettings neverForgets() {
        return with(next -> next.mayHaveForgotten = false);
    }

    /**
     * Returns whether the board's own statements run at the isolation level of the {@code DataSource}. They need no more than READ
     * COMMITTED, and at a higher level a database may reject them because of unrelated transactions.
     */
    public boolean keepsIsolationLevel() {
        return values.keepsIsolationLevel;
    }

    /** Returns a copy that leaves the isolation level alone, for a database that has no lower one. */
    public SqlBoardSettings keepingIsolationLevel() {
        return with(next -> next.keepsIsolationLevel = true);
    }
}

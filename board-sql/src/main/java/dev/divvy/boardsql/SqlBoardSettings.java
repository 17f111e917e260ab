package dev.divvy.boardsql;

import dev.divvy.boardsql.jdbc.TableNames;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.function.Consumer;

/** How a board in a database is reached. Each {@code with...} returns a copy with one setting changed. */
public final class SqlBoardSettings {

    private static final SqlBoardSettings DEFAULTS = new SqlBoardSettings(new Values());

    /** Changed only before a settings object has it. */
    private static final class Values {

        private TableNames names = TableNames.DEFAULT;
        private Duration patience = Timing.SERVER.patience();
        private Duration idle = Timing.SERVER.lease();
        private boolean mayHaveForgotten = true;
        private boolean keepsLevel;

        private Values copy() {
            Values copy = new Values();
            copy.names = names;
            copy.patience = patience;
            copy.idle = idle;
            copy.mayHaveForgotten = mayHaveForgotten;
            copy.keepsLevel = keepsLevel;
            return copy;
        }
    }

    private final Values values;

    private SqlBoardSettings(Values values) {
        Durations.positive("patience", values.patience);
        Durations.positive("idle limit", values.idle);
        this.values = values;
    }

    /** Returns the usual settings: tables named {@code divvy_...} in the connection's own schema, and the times of {@link Timing#SERVER}. */
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

    /** Returns how the names of the tables begin. */
    public String tablePrefix() {
        return values.names.prefix();
    }

    public SqlBoardSettings withTablePrefix(String prefix) {
        return with(next -> next.names = next.names.withPrefix(prefix));
    }

    /** Returns how long one call may take; see {@link Timing#patience()}. */
    public Duration patience() {
        return values.patience;
    }

    public SqlBoardSettings withPatience(Duration patience) {
        return with(next -> next.patience = patience);
    }

    /**
     * Returns how long a completing transaction may stand still with the fence locked before the server ends it, where it can: for so long a
     * process that stopped in just that moment delays its ejection.
     */
    public Duration idleLimit() {
        return values.idle;
    }

    public SqlBoardSettings withIdleLimit(Duration limit) {
        return with(next -> next.idle = limit);
    }

    /** Takes patience and idle limit from other times, for a group whose members do not go by the usual ones. */
    public SqlBoardSettings withTiming(Timing timing) {
        return withPatience(timing.patience()).withIdleLimit(timing.lease());
    }

    /**
     * Returns whether an empty board may once have had an allocation, in tables that were emptied or restored. If so, a group waits for one
     * time-to-live when it first begins.
     */
    public boolean mayHaveForgotten() {
        return values.mayHaveForgotten;
    }

    /** For tables that were just created, or that are never emptied: a new group begins at once. */
    public SqlBoardSettings neverForgets() {
        return with(next -> next.mayHaveForgotten = false);
    }

    /**
     * Returns whether the board's own statements run at the isolation level of the source. They need no more than READ COMMITTED, and a
     * database at a higher level refuses them for the sake of other transactions.
     */
    public boolean keepsLevel() {
        return values.keepsLevel;
    }

    /** For a database that has no lower level than its own. */
    public SqlBoardSettings keepingLevel() {
        return with(next -> next.keepsLevel = true);
    }
}

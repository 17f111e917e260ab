package dev.divvy.outbox;

import dev.divvy.allocation.Names;
import dev.divvy.allocation.Tokens;
import dev.divvy.boardsql.jdbc.TableNames;
import dev.divvy.coordination.Timing;
import java.time.Duration;
import java.util.Objects;

/**
 * What all instances of one outbox agree on.
 *
 * @param naming where Divvy's own tables are, and the schema of the outbox
 * @param table the name of the events' table, without its schema
 * @param group the name of the group that the processors form
 * @param tokens into how many pieces the hash space is cut; kept by a group that is there already
 * @param timing pulse interval, expiration, and the times that follow from them
 * @param mayHaveForgotten see {@link dev.divvy.boardsql.SqlBoardSettings}
 * @param notices whether the database tells processors of new events, where it can
 */
public record OutboxSettings(
        TableNames naming,
        String table,
        String group,
        int tokens,
        Timing timing,
        boolean mayHaveForgotten,
        boolean notices) {

    private static final String USUAL_TABLE = "divvy_outbox";

    public static final OutboxSettings DEFAULT = new OutboxSettings(
            TableNames.DEFAULT, USUAL_TABLE, usualGroup(USUAL_TABLE), 256, Timing.SERVER, true, true);

    public OutboxSettings {
        Objects.requireNonNull(naming, "naming");
        Objects.requireNonNull(timing, "timing");
        if (table.isEmpty()) {
            throw new IllegalArgumentException("the name of the outbox table is empty");
        }
        TableNames.check("outbox table", table);
        Names.check("name of a group", group, Names.LONGEST);
        Tokens.sql(tokens);
    }

    public OutboxSettings with(TableNames next) {
        return new OutboxSettings(next, table, group, tokens, timing, mayHaveForgotten, notices);
    }

    public OutboxSettings with(Timing next) {
        return new OutboxSettings(naming, table, group, tokens, next, mayHaveForgotten, notices);
    }

    /** Another table. Its processors form a group of their own, named like the table, unless the group was given a name. */
    public OutboxSettings withTable(String next) {
        String nextGroup = group.equals(usualGroup(table)) ? usualGroup(next) : group;
        return new OutboxSettings(naming, next, nextGroup, tokens, timing, mayHaveForgotten, notices);
    }

    /** Processors of different tables must never share the tokens of one group. */
    private static String usualGroup(String table) {
        return table.equals(USUAL_TABLE) ? "outbox" : table;
    }

    public OutboxSettings withGroup(String next) {
        return new OutboxSettings(naming, table, next, tokens, timing, mayHaveForgotten, notices);
    }

    public OutboxSettings withTokens(int next) {
        return new OutboxSettings(naming, table, group, next, timing, mayHaveForgotten, notices);
    }

    /** How often a processor shows that it is alive, and how long it may be silent before the others take over. */
    public OutboxSettings withPulse(Duration interval, Duration expiration) {
        return with(Timing.of(interval, expiration).withGrace(timing.grace()));
    }

    /**
     * How long a handler that is under way may go on when its events move to another instance; only then does that one begin. A handler
     * that takes longer goes on beside the other, and its completion is refused.
     */
    public OutboxSettings withGrace(Duration grace) {
        return with(timing.withGrace(grace));
    }

    /** Processors look at their polling interval, and producers' commits do not wait for one another. */
    public OutboxSettings withoutNotices() {
        return new OutboxSettings(naming, table, group, tokens, timing, mayHaveForgotten, false);
    }

    /** For tables that were just made, or that nobody ever empties: the first processor begins at once. */
    public OutboxSettings neverForgets() {
        return new OutboxSettings(naming, table, group, tokens, timing, false, notices);
    }
}

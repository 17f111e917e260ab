package dev.divvy.outbox;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.boardsql.SqlBoardSettings;
import dev.divvy.boardsql.jdbc.TableNames;
import dev.divvy.coordination.Timing;
import dev.divvy.outbox.event.ProcessorSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** Settings that all instances of one outbox must share. Each {@code with...} returns a copy with one setting changed. */
public final class OutboxSettings {

    private static final String DEFAULT_TABLE = "divvy_outbox";
    private static final Duration DEFAULT_GRACE = Duration.ofSeconds(10);
    private static final OutboxSettings DEFAULTS = new OutboxSettings(new Values());

    /** Mutable only until a settings object holds it. */
    private static final class Values {

        private TableNames names = TableNames.DEFAULT;
        private String table = DEFAULT_TABLE;
        private String group = defaultGroup(DEFAULT_TABLE);
        private int tokens = 256;
        private Timing timing = Timing.SERVER.withGrace(DEFAULT_GRACE);
        private boolean graceChosen;
        private boolean mayHaveForgotten = true;
        private boolean notifications = true;

        private Values copy() {
            Values copy = new Values();
            copy.names = names;
            copy.table = table;
            copy.group = group;
            copy.tokens = tokens;
            copy.timing = timing;
            copy.graceChosen = graceChosen;
            copy.mayHaveForgotten = mayHaveForgotten;
            copy.notifications = notifications;
            return copy;
        }
    }

    private final Values values;

    private OutboxSettings(Values values) {
        Objects.requireNonNull(values.timing, "timing");
        if (values.table.isEmpty()) {
            throw new IllegalArgumentException("the name of the outbox table is empty");
        }
        TableNames.check("outbox table", values.table);
        NameRules.check("name of a group", values.group, NameRules.LONGEST);
        Tokens.sql(values.tokens);
        this.values = values;
    }

    /** Returns the default settings: the table {@code divvy_outbox} in the connection's own schema, 256 tokens, {@link Timing#SERVER} with a grace time of ten seconds. */
    public static OutboxSettings defaults() {
        return DEFAULTS;
    }

    private OutboxSettings with(Consumer<Values> change) {
        Values next = values.copy();
        change.accept(next);
        return new OutboxSettings(next);
    }

    TableNames names() {
        return values.names;
    }

    SqlBoardSettings board() {
        SqlBoardSettings board = SqlBoardSettings.defaults()
                .withSchema(schema())
                .withTablePrefix(tablePrefix())
                .withTiming(timing());
        return mayHaveForgotten() ? board : board.neverForgets();
    }

    /** Returns the schema of all tables; empty for the connection's own. */
    public String schema() {
        return values.names.schema();
    }

    public OutboxSettings withSchema(String schema) {
        return with(next -> next.names = next.names.withSchema(schema));
    }

    /** Returns the prefix of the names of the board's tables. */
    public String tablePrefix() {
        return values.names.prefix();
    }

    public OutboxSettings withTablePrefix(String prefix) {
        return with(next -> next.names = next.names.withPrefix(prefix));
    }

    /** Returns the full name of one of the board's tables, such as {@code member}. */
    public String boardTable(String name) {
        return values.names.table(name);
    }

    /** Returns the full name of the table of events. */
    public String eventTable() {
        return values.names.in(values.table);
    }

    /** Returns the name of the table of events, without its schema. */
    public String table() {
        return values.table;
    }

    /** Uses another table. Its processors form a group of their own, named after the table, unless {@link #withGroup} named it. */
    public OutboxSettings withTable(String table) {
        return with(next -> {
            next.group = next.group.equals(defaultGroup(next.table)) ? defaultGroup(table) : next.group;
            next.table = table;
        });
    }

    /** Each table has a default group of its own: processors of different tables must never share the tokens of one group. */
    private static String defaultGroup(String table) {
        return table.equals(DEFAULT_TABLE) ? "outbox" : table;
    }

    /** Returns the name of the processors' group. */
    public String group() {
        return values.group;
    }

    public OutboxSettings withGroup(String group) {
        return with(next -> next.group = group);
    }

    /** Returns the number of tokens that the hash space is divided into; a group that exists keeps its number. */
    public int tokens() {
        return values.tokens;
    }

    public OutboxSettings withTokens(int tokens) {
        return with(next -> next.tokens = tokens);
    }

    /** Returns the pulse interval, the time-to-live, and the times that follow from them. */
    public Timing timing() {
        return values.timing;
    }

    public OutboxSettings withTiming(Timing timing) {
        return with(next -> {
            next.timing = timing;
            next.graceChosen = true;
        });
    }

    /** Returns the times for one processor: unless the grace time was chosen, it is at most the processor's handler timeout. */
    Timing timing(ProcessorSettings processing) {
        Duration timeout = processing.handlerTimeout();
        boolean shorter = !values.graceChosen && timeout.compareTo(values.timing.grace()) < 0;
        return shorter ? values.timing.withGrace(timeout) : values.timing;
    }

    /**
     * Sets the heartbeat times.
     *
     * @param interval how often a processor shows that it is alive
     * @param timeToLive how long it may be silent before the others take over its share
     */
    public OutboxSettings withPulse(Duration interval, Duration timeToLive) {
        return with(next -> next.timing = Timing.of(interval, timeToLive).withGrace(next.timing.grace()));
    }

    /**
     * Sets how long a running handler may go on when its events move to another instance, which starts after that. A handler that takes
     * longer runs beside the new owner's, and its completion is refused. By default ten seconds, or the handler timeout if that is shorter. The
     * events move as soon as the handler returns, so a long grace time delays nothing as long as handlers are quick.
     */
    public OutboxSettings withGrace(Duration grace) {
        return withTiming(timing().withGrace(grace));
    }

    /** Returns whether the board may have been emptied or restored; see {@link SqlBoardSettings#mayHaveForgotten()}. */
    public boolean mayHaveForgotten() {
        return values.mayHaveForgotten;
    }

    /**
     * Lets the first processor start at once, on tables that are never emptied, restored or dropped while processors run. Not needed by the
     * process that creates the tables: see {@link Outbox#createIfMissing()}.
     */
    public OutboxSettings neverForgets() {
        return with(next -> next.mayHaveForgotten = false);
    }

    /** Returns whether the database notifies processors of new events; only PostgreSQL can. */
    public boolean notifications() {
        return values.notifications;
    }

    /**
     * Turns notifications off: processors find events by polling, and producers' commits do not wait for one another. {@link Outbox#createIfMissing}
     * removes a trigger that is there; that of an outbox with notifications creates it again, so give all processes the same setting.
     */
    public OutboxSettings withoutNotifications() {
        return with(next -> next.notifications = false);
    }
}

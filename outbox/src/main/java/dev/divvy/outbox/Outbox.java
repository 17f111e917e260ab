package dev.divvy.outbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.SqlBoards;
import dev.divvy.boardsql.jdbc.BorrowedConnection;
import dev.divvy.boardsql.jdbc.Notifications;
import dev.divvy.boardsql.jdbc.SchemaFile;
import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.coordination.support.ChangeListeners;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.AdminStatements;
import dev.divvy.outbox.table.BacklogQuery;
import dev.divvy.outbox.table.EventInsert;
import dev.divvy.outbox.table.EventList;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transactional outbox in the application's own database. Producers send events in their own transactions; processors, in any number of
 * processes, share the events by ranges of a hash of the entity's id and handle them, in order per entity.
 */
public final class Outbox implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
    private static final int VERSION = 1;

    private final SharedBoards shared;
    private final SqlBoards boards;
    private final OutboxSettings settings;
    private final EventTable table;
    private final EventInsert insert;
    private final ChangeListeners<WakeUp> listeners = new ChangeListeners<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Creates an outbox in a database of a known kind, which need not be running yet. */
    public Outbox(DataSource source, DatabaseKind kind, OutboxSettings settings) {
        this(
                new SharedBoards(new SqlBoards(
                        source,
                        kind,
                        Objects.requireNonNull(settings, "settings").board())),
                settings);
    }

    private Outbox(SharedBoards shared, OutboxSettings settings) {
        this.shared = shared;
        this.boards = shared.boards();
        this.settings = settings;
        this.table = new EventTable(settings.eventTable(), boards.databaseKind());
        this.insert = new EventInsert(settings.eventTable(), boards.databaseKind());
    }

    /**
     * Returns an outbox of another table in the same schema, with a group of its own and otherwise the same settings: for tenants with a table
     * each. It shares threads and connections with this one; they are given back when both are closed, in any order.
     */
    public Outbox forTable(String table) {
        OutboxSettings other = settings.withTable(table);
        boolean sameGroup =
                other.group().equals(settings.group()) && !other.table().equals(settings.table());
        return new Outbox(shared.share(), sameGroup ? other.withGroup(settings.group() + " " + table) : other);
    }

    /** Returns an outbox with the default settings. Asks the database for its kind. */
    public static Outbox on(DataSource source) throws SQLException {
        return on(source, OutboxSettings.defaults());
    }

    /** Returns an outbox. Asks the database for its kind. */
    public static Outbox on(DataSource source, OutboxSettings settings) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return new Outbox(source, DatabaseKind.of(connection), settings);
        }
    }

    public OutboxSettings settings() {
        return settings;
    }

    /** Returns the boards through which the processors of this outbox coordinate. */
    public SqlBoards boards() {
        return boards;
    }

    // --- the tables ---

    /**
     * Creates the missing tables, the board's too, also those that were dropped since. Several processes may do so at once.
     *
     * <p>If none of the tables existed, the first processor of this outbox starts at once, as with {@link OutboxSettings#neverForgets()}: no
     * earlier processor can hold anything. In all other cases it waits one time-to-live: when one of the tables existed, when the board's
     * tables are emptied afterwards, and when another process created the tables or publishes the first allocation.
     *
     * <p>Tables that were dropped cannot be told from tables that never existed. Stop all processors before dropping the tables: one that
     * still runs when they are created again may handle events beside the new processors until its next pulse, at most for its lease. Its
     * completions are refused.
     */
    public Outbox createIfMissing() throws SQLException {
        if (hasNoEventTable()) {
            boards.createIfMissing(settings.group());
        } else {
            boards.createIfMissing();
        }
        try (Connection connection = boards.source().getConnection()) {
            connection.setAutoCommit(true);
            for (SchemaFile file : schema()) {
                file.createIfMissing(connection);
            }
            if (canNotify() && !settings.notifications()) {
                dropNotifications(connection);
            }
        }
        return this;
    }

    /** An event table without a board's tables shows that the board was lost: processors of that table may still run. */
    private boolean hasNoEventTable() throws SQLException {
        try (BorrowedConnection connection = BorrowedConnection.from(boards.source())) {
            return schema("outbox", settings.table()).isAbsent(connection.connection(), List.of(settings.eventTable()));
        }
    }

    /** Returns the statements that {@link #createIfMissing} runs, to be run by hand. */
    public List<String> schemaStatements() {
        return Stream.concat(
                        boards.schemaStatements().stream(),
                        schema().stream().flatMap(file -> file.statements().stream()))
                .toList();
    }

    private List<SchemaFile> schema() {
        return canNotify() && settings.notifications()
                ? List.of(schema("outbox", settings.table()), notificationSchema())
                : List.of(schema("outbox", settings.table()));
    }

    private boolean canNotify() {
        return boards.databaseKind() == DatabaseKind.POSTGRESQL;
    }

    private SchemaFile notificationSchema() {
        return schema("notifications", settings.table() + " notifications");
    }

    /** Removes a trigger that an earlier setting, or another process, created: producers would go on notifying. */
    private void dropNotifications(Connection connection) throws SQLException {
        SchemaFile notifications = notificationSchema();
        if (notifications.installedVersion(connection).isPresent()) {
            LOG.info("removing the trigger that notifies of events in {}", settings.eventTable());
            try (Statement drop = connection.createStatement()) {
                drop.execute("DROP TRIGGER IF EXISTS " + settings.table() + "_notify ON " + settings.eventTable());
                drop.execute("DROP FUNCTION IF EXISTS " + settings.eventTable() + "_notify()");
            }
            notifications.forget(connection);
        }
    }

    private SchemaFile schema(String file, String part) {
        DatabaseKind kind = boards.databaseKind();
        String name = kind.schemaFile(file);
        return new SchemaFile(
                SchemaFile.read(name, Outbox.class.getResourceAsStream(name)),
                part,
                VERSION,
                settings.names(),
                Map.of(
                        "collation", kind.collation(),
                        "table", settings.eventTable(),
                        "name", settings.table(),
                        "channel", channel()));
    }

    String channel() {
        return Notifications.channel(settings.names().withPrefix(""), settings.table());
    }

    // --- sending ---

    /** Sends an event in the caller's own transaction: the event exists if and only if that transaction commits. */
    public void send(Connection connection, String entityName, String entityId, byte[] payload) throws SQLException {
        send(connection, List.of(Message.of(entityName, entityId, payload)));
    }

    /** Sends an event with a text as its payload, in the caller's own transaction. */
    public void send(Connection connection, String entityName, String entityId, String payload) throws SQLException {
        send(connection, List.of(Message.of(entityName, entityId, payload)));
    }

    /**
     * Sends an event in the caller's own transaction.
     *
     * @return whether it was sent; false if there is an event with its deduplication key
     */
    public boolean send(Connection connection, Message message) throws SQLException {
        return send(connection, List.of(message)) > 0;
    }

    /**
     * Sends several events in the caller's own transaction, in this order.
     *
     * @return the number of events that were sent: all but those with the deduplication key of another one
     */
    public int send(Connection connection, Collection<Message> messages) throws SQLException {
        int sent = insert.insert(connection, messages);
        if (!isNotified()) {
            listeners.changed(WakeUp.SENT);
        }
        return sent;
    }

    /**
     * Runs work in one transaction on a connection of the outbox's data source, and wakes the processors of this process after the commit. It is
     * a transaction of its own, also inside one of a framework: there, use {@link #send} with the connection of that one.
     */
    public void inTransaction(TransactionWork work) throws SQLException {
        try (Connection connection = boards.source().getConnection()) {
            Transactions.in(connection, transaction -> {
                work.run(transaction);
                return true;
            });
        }
        wake();
    }

    /** The changes of a producer, and the events that it sends with them. */
    @FunctionalInterface
    public interface TransactionWork {
        void run(Connection connection) throws SQLException;
    }

    /**
     * Makes the processors of this process poll at once. To be called after the commit of a transaction in which something was sent. While the
     * database notifies this process of commits, it has told the owners of the events already, and this does nothing.
     */
    public void wake() {
        if (!isNotified()) {
            wakeAll();
        }
    }

    /** Makes the processors of this process poll at once, after a change of which the database does not notify them. */
    void wakeAll() {
        listeners.changed(WakeUp.CHANGED);
    }

    /** Returns whether the database currently notifies this process of events that are committed. */
    boolean isNotified() {
        return settings.notifications() && boards.isListening();
    }

    // --- processing ---

    /** Starts a processor under a default id, one event at a time, outside the completing transaction; see {@link #process(ProcessorSettings, Handling)}. */
    public Processor process(HandlingMode.EventHandler handler) {
        return process(ProcessorSettings.defaults(), HandlingMode.each(handler));
    }

    /**
     * Starts a processor under a default id: the host name, followed by a number for each further processor that this JVM runs in the same
     * group. Returns at once.
     *
     * <p>Processes that share a host name, such as two on one machine, need ids of their own: a second process with the same id waits until
     * the first is gone, and says so in its log and its status. The board keeps one small row per id until 30 days after its processor left.
     */
    public Processor process(ProcessorSettings processing, HandlingMode handling) {
        return Processor.start(this, null, processing, handling);
    }

    /** Starts a processor under this id, one event at a time, outside the completing transaction. */
    public Processor process(String id, HandlingMode.EventHandler handler) {
        return process(id, ProcessorSettings.defaults(), HandlingMode.each(handler));
    }

    /** Starts a processor under this id, which no other process may use, and which should stay the same after a restart. Returns at once. */
    public Processor process(String id, ProcessorSettings processing, HandlingMode handling) {
        return Processor.start(this, Objects.requireNonNull(id, "id"), processing, handling);
    }

    AdminStatements adminStatements() {
        return new AdminStatements(settings.eventTable(), boards.databaseKind());
    }

    EventList eventList() {
        return new EventList(settings.eventTable(), boards.databaseKind());
    }

    BacklogQuery backlogQuery() {
        return new BacklogQuery(settings.eventTable(), boards.databaseKind());
    }

    EventTable table() {
        return table;
    }

    /** Reasons for the processors of this process to poll. */
    enum WakeUp {
        /** Something was sent in a transaction that has not committed yet. */
        SENT,
        /** Events that are pending were committed. */
        CHANGED
    }

    ChangeListeners<WakeUp> listeners() {
        return listeners;
    }

    // --- operating ---

    /** Returns the operations for operators: counting, listing, retrying and discarding events. */
    public OutboxAdmin admin() {
        return new OutboxAdmin(this);
    }

    /** Gives the board's connections back, unless outboxes {@linkplain #forTable of other tables} use them. Processors must have been closed before. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            shared.release();
        }
    }
}

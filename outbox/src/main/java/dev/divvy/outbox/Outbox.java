package dev.divvy.outbox;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.SqlBoards;
import dev.divvy.boardsql.jdbc.Notifications;
import dev.divvy.boardsql.jdbc.SchemaFile;
import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.coordination.support.ChangeListeners;
import dev.divvy.outbox.event.Handling;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.Payload;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.AdminStatements;
import dev.divvy.outbox.table.EventTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * A transactional outbox in the database that is there already. Producers send events in their own transactions; processors, in as many
 * processes as there are, share the events by ranges of a hash of the entity's id and handle them, in order per entity.
 */
public final class Outbox implements AutoCloseable {

    private static final int VERSION = 1;

    private final SqlBoards boards;
    private final OutboxSettings settings;
    private final EventTable table;
    private final ChangeListeners<News> listeners = new ChangeListeners<>();

    /** An outbox in a database of a known kind: it need not be up yet. */
    public Outbox(DataSource source, DatabaseKind kind, OutboxSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.boards = new SqlBoards(source, kind, settings.board());
        this.table = new EventTable(settings.eventTable(), kind);
    }

    /** An outbox with the usual settings; asks the database of what kind it is. */
    public static Outbox on(DataSource source) throws SQLException {
        return on(source, OutboxSettings.defaults());
    }

    public static Outbox on(DataSource source, OutboxSettings settings) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return new Outbox(source, DatabaseKind.of(connection), settings);
        }
    }

    public OutboxSettings settings() {
        return settings;
    }

    /** The boards on which the processors of this outbox meet. */
    public SqlBoards boards() {
        return boards;
    }

    // --- the tables ---

    /** Makes the tables that are missing, the board's too; several processes may do so at once. */
    public Outbox createIfMissing() throws SQLException {
        boards.createIfMissing();
        try (Connection connection = boards.source().getConnection()) {
            connection.setAutoCommit(true);
            for (SchemaFile file : schema()) {
                file.createIfMissing(connection);
            }
        }
        return this;
    }

    /** The statements that {@link #createIfMissing} runs, for whoever runs them by hand. */
    public List<String> schemaStatements() {
        return Stream.concat(
                        boards.schemaStatements().stream(),
                        schema().stream().flatMap(file -> file.statements().stream()))
                .toList();
    }

    private List<SchemaFile> schema() {
        boolean notifies = settings.notifications() && boards.databaseKind() == DatabaseKind.POSTGRESQL;
        return notifies
                ? List.of(schema("outbox", settings.table()), schema("notices", settings.table() + " notices"))
                : List.of(schema("outbox", settings.table()));
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

    /** Sends in the caller's own transaction: it is there if that commits, and nothing is if it does not. */
    public void send(Connection connection, String entityName, String entityId, byte[] payload) throws SQLException {
        send(connection, List.of(new Message(entityName, entityId, Payload.of(payload))));
    }

    /** Sends a text. */
    public void send(Connection connection, String entityName, String entityId, String payload) throws SQLException {
        send(connection, List.of(Message.of(entityName, entityId, payload)));
    }

    /** Sends many in the caller's own transaction, in this order. */
    public void send(Connection connection, Collection<Message> messages) throws SQLException {
        table.insert(connection, messages);
        listeners.changed(News.SENT);
    }

    /** Runs work in one transaction on a connection of the outbox's source; processors of this process look at once when it has committed. */
    public void inTransaction(Writing work) throws SQLException {
        try (Connection connection = boards.source().getConnection()) {
            Transactions.in(connection, transaction -> {
                work.on(transaction);
                return true;
            });
        }
        wake();
    }

    /** What a producer writes, and what it sends with it. */
    @FunctionalInterface
    public interface Writing {
        void on(Connection connection) throws SQLException;
    }

    /** Lets processors of this process look at once: after the commit of a transaction in which something was sent. */
    public void wake() {
        listeners.changed(News.COMMITTED);
    }

    // --- processing ---

    /** Begins to process, one event at a time, outside of the completing transaction. */
    public Processor process(String id, Handling.EventHandler handler) {
        return process(id, ProcessorSettings.defaults(), Handling.each(handler));
    }

    /** Begins to process under this id, which no other process may have. Returns at once. */
    public Processor process(String id, ProcessorSettings how, Handling handling) {
        return Processor.start(this, id, how, handling);
    }

    AdminStatements operations() {
        return new AdminStatements(settings.eventTable(), boards.databaseKind());
    }

    EventTable table() {
        return table;
    }

    /** What the processors of this process are told. */
    enum News {
        /** Something was sent in a transaction that commits soon, unless it does not. */
        SENT,
        /** A transaction in which something was sent has committed. */
        COMMITTED
    }

    ChangeListeners<News> listeners() {
        return listeners;
    }

    // --- operating ---

    /** Returns what operators may look at and do. */
    public OutboxAdmin admin() {
        return new OutboxAdmin(this);
    }

    /** Gives connections back. Processors must have been closed before. */
    @Override
    public void close() {
        boards.close();
    }
}

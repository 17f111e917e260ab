package dev.divvy.boardsql;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.boardsql.dialect.Dialect;
import dev.divvy.boardsql.jdbc.BorrowedConnection;
import dev.divvy.boardsql.jdbc.Notifications;
import dev.divvy.boardsql.jdbc.SchemaFile;
import dev.divvy.boardsql.jdbc.TableNames;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Boards;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Boards in the application's own database, one per group. All boards of this object share one connection that is kept open, and on
 * PostgreSQL one more that listens for notifications; {@link #close} returns both to the pool.
 */
public final class SqlBoards implements Boards, AutoCloseable {

    private static final int VERSION = 4;
    private static final int MAX_GROUPS = 1000;

    private final DataSource source;
    private final DatabaseKind kind;
    private final SqlBoardSettings settings;
    private final BoardSqlExecutor database;
    private final Dialect dialect;
    private final BoardStatements statements;
    private final Notifications notifications;
    private final Map<String, SqlBoard> boards = new ConcurrentHashMap<>();

    /** Creates boards in a database of a known kind, which need not be up yet. */
    public SqlBoards(DataSource source, DatabaseKind kind, SqlBoardSettings settings) {
        this.source = Objects.requireNonNull(source, "source");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.dialect = Dialect.of(kind);
        this.database = new BoardSqlExecutor(new BoardConnections(source, dialect, settings), settings.timeout());
        this.statements = new BoardStatements(settings.names(), dialect, settings.idleLimit());
        this.notifications = new Notifications(source, kind == DatabaseKind.POSTGRESQL);
    }

    /** Creates boards with the default settings; connects once to find out the kind of the database. */
    public static SqlBoards on(DataSource source) throws SQLException {
        return on(source, SqlBoardSettings.defaults());
    }

    public static SqlBoards on(DataSource source, SqlBoardSettings settings) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return new SqlBoards(source, DatabaseKind.of(connection), settings);
        }
    }

    public DatabaseKind databaseKind() {
        return kind;
    }

    public DataSource source() {
        return source;
    }

    public SqlBoardSettings settings() {
        return settings;
    }

    /** Returns whether database and driver support notifications of changes: PostgreSQL does. */
    public boolean notifies() {
        return notifications.isSupported();
    }

    /** Returns whether notifications arrive at this moment; if not, listeners have to poll. */
    public boolean isListening() {
        return notifications.isListening();
    }

    /**
     * Calls {@code changed} soon after a notification of the topic, and whenever one may have been missed; never where the database does
     * not support notifications. {@code changed} is called on another thread and must not block.
     */
    public Subscription listen(String channel, String topic, Runnable changed) {
        return notifications.listen(channel, topic, changed);
    }

    /**
     * Calls {@code notified} with the topic of each notification of a channel, and with an empty one whenever any may have been missed; otherwise
     * as {@link #listen(String, String, Runnable)}.
     */
    public Subscription listen(String channel, Consumer<String> notified) {
        return notifications.listen(channel, notified);
    }

    /** Creates the tables that are missing and upgrades those of an older release; several processes may do so at once. */
    public SqlBoards createIfMissing() throws SQLException {
        try (Connection connection = source.getConnection()) {
            schema().createIfMissing(connection);
        }
        return this;
    }

    /** Returns the statements of {@link #createIfMissing}, to be run by hand. */
    public List<String> schemaStatements() {
        return schema().statements();
    }

    private SchemaFile schema() {
        TableNames names = settings.names();
        String file = kind.schemaFile("board");
        return new SchemaFile(
                SchemaFile.read(file, SqlBoards.class.getResourceAsStream(file)),
                "board",
                VERSION,
                names,
                Map.of(
                        "collation", kind.collation(),
                        "schema_table", names.table("schema"),
                        "board", names.table("board"),
                        "fence", names.table("fence"),
                        "beat", names.table("beat"),
                        "share", names.table("share"),
                        "member", names.table("member")),
                additions(names.table("beat"), names.table("fence")));
    }

    /** Returns the statements that bring older tables to this version; the defaults are for members of the older release. */
    private List<String> additions(String beats, String fences) {
        String time = kind.isMaria()
                ? "DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)"
                : "TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP";
        return List.of(
                "ALTER TABLE " + fences + " ADD COLUMN left_at " + time,
                "ALTER TABLE " + beats + " ADD COLUMN settled BIGINT NOT NULL DEFAULT 0",
                "ALTER TABLE " + beats + " ADD COLUMN wire_version INTEGER NOT NULL DEFAULT 1",
                "ALTER TABLE " + beats + " ADD COLUMN abilities VARCHAR(500) NOT NULL DEFAULT ''",
                "ALTER TABLE " + beats + " ADD COLUMN restriction VARCHAR(4000) NOT NULL DEFAULT ''");
    }

    /**
     * Creates the missing tables. If this call finds none of them, it also creates the board of the group, and the first member of this process
     * does not wait a time-to-live for members of an earlier board: there was none. The wait is skipped only on the row that this call
     * inserted, and only until the row's first allocation. Of several processes that call this at once, one inserts the row. When
     * a process that did not insert it publishes first, the group waits.
     *
     * <p>Tables that were dropped look like tables that never existed. A member that joined before the drop acts until its next pulse, at most
     * for its lease, beside the members that start on the new tables: stop all members before you drop the tables.
     */
    public SqlBoards createIfMissing(String group) throws SQLException {
        boolean created = !boards.containsKey(group) && hasNoTables();
        createIfMissing();
        if (created) {
            try (BorrowedConnection connection = BorrowedConnection.from(source)) {
                of(group).insertIntoNewTables(connection.connection());
            }
        }
        return this;
    }

    private boolean hasNoTables() throws SQLException {
        SchemaFile schema = schema();
        try (BorrowedConnection connection = BorrowedConnection.from(source)) {
            return schema.isAbsent(
                    connection.connection(),
                    Stream.of("schema", "board", "fence", "beat", "share")
                            .map(settings.names()::table)
                            .toList());
        }
    }

    /** Returns the names of all groups that were ever joined or were created with the tables, in order; at most the first 1000. */
    public List<String> groups() throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement query = connection.prepareStatement(statements.selectGroups)) {
            query.setMaxRows(MAX_GROUPS);
            try (ResultSet rows = query.executeQuery()) {
                List<String> groups = new ArrayList<>();
                while (rows.next()) {
                    groups.add(rows.getString(1));
                }
                return groups;
            }
        }
    }

    /** Returns the number of retries after deadlocks and serialization failures; each of them is harmless. */
    public long retries() {
        return database.retries();
    }

    /** Returns the board of a group; the same object for the same name. */
    @Override
    public SqlBoard of(String group) {
        NameRules.check("name of a group", group, NameRules.LONGEST);
        return boards.computeIfAbsent(group, this::create);
    }

    private SqlBoard create(String group) {
        FencedCommit fencedCommit = new FencedCommit(group, statements, dialect, settings.idleLimit());
        return notifications.isSupported()
                ? new PushingSqlBoard(group, database, statements, fencedCommit, settings, notifications)
                : new SqlBoard(group, database, statements, fencedCommit, settings);
    }

    /** Returns the connections to the pool. Members must have left before. */
    @Override
    public void close() {
        notifications.close();
        database.close();
    }
}

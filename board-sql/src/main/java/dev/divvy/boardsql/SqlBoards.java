package dev.divvy.boardsql;

import dev.divvy.allocation.support.NameRules;
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
import javax.sql.DataSource;

/**
 * Boards in the application's own database, one per group. The boards of one process share a connection that is kept besides those that work
 * needs, and on PostgreSQL one more that listens; {@link #close} gives them back.
 */
public final class SqlBoards implements Boards, AutoCloseable {

    private static final int VERSION = 1;
    private static final int MOST_GROUPS = 1000;

    private final DataSource source;
    private final DatabaseKind kind;
    private final SqlBoardSettings settings;
    private final BoardDatabase database;
    private final Dialect dialect;
    private final BoardStatements statements;
    private final Notifications notifications;
    private final Map<String, SqlBoard> boards = new ConcurrentHashMap<>();

    /** Boards in a database of a known kind: it need not be up yet. */
    public SqlBoards(DataSource source, DatabaseKind kind, SqlBoardSettings settings) {
        this.source = Objects.requireNonNull(source, "source");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.dialect = Dialect.of(kind);
        this.database = new BoardDatabase(new ConnectionSource(source, dialect, settings), settings.patience());
        this.statements = new BoardStatements(settings.names(), dialect, settings.idleLimit());
        this.notifications = new Notifications(source, kind == DatabaseKind.POSTGRESQL);
    }

    /** Boards with the usual settings; asks the database of what kind it is. */
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

    /** Returns whether this database notifies of changes, through a driver that hears it: PostgreSQL does. */
    public boolean notifies() {
        return notifications.isSupported();
    }

    /** Returns whether notifications are heard at this moment: if not, listeners have to look by themselves. */
    public boolean isListening() {
        return notifications.isListening();
    }

    /**
     * Calls {@code changed} soon after the database notified of the topic, and whenever a notification may have been missed; never where the
     * database does not notify. {@code changed} is called on another thread and must not block.
     */
    public Subscription listen(String channel, String topic, Runnable changed) {
        return notifications.listen(channel, topic, changed);
    }

    /** Makes the tables that are missing; several processes may do so at once. */
    public SqlBoards createIfMissing() throws SQLException {
        try (Connection connection = source.getConnection()) {
            schema().createIfMissing(connection);
        }
        return this;
    }

    /** Returns the statements that {@link #createIfMissing} runs, to be run by hand. */
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
                        "member", names.table("member")));
    }

    /** Returns the groups that were ever joined, by name; the first ones, if there are very many. */
    public List<String> groups() throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement query = connection.prepareStatement(statements.groups)) {
            query.setMaxRows(MOST_GROUPS);
            try (ResultSet rows = query.executeQuery()) {
                List<String> groups = new ArrayList<>();
                while (rows.next()) {
                    groups.add(rows.getString(1));
                }
                return groups;
            }
        }
    }

    /** Returns how often a question was asked again after a deadlock or a serialization failure; all of them harmless. */
    public long retries() {
        return database.retries();
    }

    /** Returns the board of a group: the same one for the same name. */
    @Override
    public SqlBoard of(String group) {
        NameRules.check("name of a group", group, NameRules.LONGEST);
        return boards.computeIfAbsent(group, this::make);
    }

    private SqlBoard make(String group) {
        FencedCommit commits = new FencedCommit(group, statements, dialect, settings.idleLimit());
        return notifications.isSupported()
                ? new PushingSqlBoard(group, database, statements, commits, settings, notifications)
                : new SqlBoard(group, database, statements, commits, settings);
    }

    /** Gives the connections back. Members must have left before. */
    @Override
    public void close() {
        notifications.close();
        database.close();
    }
}

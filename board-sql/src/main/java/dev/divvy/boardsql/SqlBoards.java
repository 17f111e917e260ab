package dev.divvy.boardsql;

import dev.divvy.allocation.Names;
import dev.divvy.boardsql.jdbc.Notifications;
import dev.divvy.boardsql.jdbc.SchemaFile;
import dev.divvy.boardsql.jdbc.TableNames;
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
 * Boards in the database that is there already, one for each group. All of one process share a connection that is kept besides those that
 * work needs, and on PostgreSQL one more that listens; {@link #close} gives them back.
 */
public final class SqlBoards implements Boards, AutoCloseable {

    private static final int VERSION = 1;
    private static final int MOST_GROUPS = 1000;

    private final DataSource source;
    private final DatabaseKind kind;
    private final SqlBoardSettings settings;
    private final BoardDatabase database;
    private final Dialect dialect;
    private final Statements statements;
    private final Notifications notices;
    private final Map<String, SqlBoard> boards = new ConcurrentHashMap<>();

    /** Boards in a database of a known kind: it need not be up yet. */
    public SqlBoards(DataSource source, DatabaseKind kind, SqlBoardSettings settings) {
        this.source = Objects.requireNonNull(source, "source");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.dialect = Dialect.of(kind);
        this.database = new BoardDatabase(new Lender(source, dialect, settings), settings.patience());
        this.statements = new Statements(settings.naming(), dialect, settings.idle());
        this.notices = new Notifications(source, kind == DatabaseKind.POSTGRESQL);
    }

    /** Boards with the usual settings; asks the database of what kind it is. */
    public static SqlBoards on(DataSource source) throws SQLException {
        return on(source, SqlBoardSettings.DEFAULT);
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

    /** What the database tells of itself, where it can. */
    public Notifications notices() {
        return notices;
    }

    /** Makes the tables that are missing; several processes may do so at once. */
    public SqlBoards createIfMissing() throws SQLException {
        try (Connection connection = source.getConnection()) {
            schema().createIfMissing(connection);
        }
        return this;
    }

    /** The statements that {@link #createIfMissing} runs, for whoever runs them by hand. */
    public List<String> schemaStatements() {
        return schema().statements();
    }

    private SchemaFile schema() {
        TableNames naming = settings.naming();
        String file = kind.schemaFile("board");
        return new SchemaFile(
                SchemaFile.read(file, SqlBoards.class.getResourceAsStream(file)),
                "board",
                VERSION,
                naming,
                Map.of(
                        "collation", kind.collation(),
                        "schema_table", naming.table("schema"),
                        "board", naming.table("board"),
                        "fence", naming.table("fence"),
                        "beat", naming.table("beat"),
                        "share", naming.table("share"),
                        "member", naming.table("member")));
    }

    /** The groups that anybody ever joined, by name; the first ones, if there are very many. */
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

    /** How often the database asked for a question to be begun anew: deadlocks and serialization failures, all of them harmless. */
    public long retries() {
        return database.retries();
    }

    /** The board of a group; everyone in this process who asks for the same name gets the same one. */
    @Override
    public SqlBoard of(String group) {
        Names.check("name of a group", group, Names.LONGEST);
        return boards.computeIfAbsent(group, this::make);
    }

    private SqlBoard make(String group) {
        FencedCommit commits = new FencedCommit(group, statements, dialect, settings.idle());
        return notices.possible()
                ? new PushingSqlBoard(group, database, statements, commits, settings, notices)
                : new SqlBoard(group, database, statements, commits, settings);
    }

    /** Gives the connections back. Members must have left before. */
    @Override
    public void close() {
        notices.close();
        database.close();
    }
}

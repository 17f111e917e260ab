package dev.divvy.distributor.jdbc;

import dev.divvy.allocation.support.Names;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.SqlBoards;
import dev.divvy.boardsql.jdbc.Notifications;
import dev.divvy.boardsql.jdbc.SchemaFile;
import dev.divvy.boardsql.jdbc.TableNames;
import dev.divvy.coordination.board.Board;
import dev.divvy.distributor.store.NameLists;
import dev.divvy.distributor.store.Postings;
import dev.divvy.distributor.store.Sheets;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * A store in the database that is there already: PostgreSQL, MariaDB or H2. All distributions of one set of tables share the lists; each
 * has a table and a board of its own. Only PostgreSQL hints at changes: elsewhere {@code onChange} is silent, and who wants to know looks.
 */
public final class JdbcStore implements Store {

    private static final int VERSION = 1;
    private static final String[] TABLES = {"list", "name", "sheet", "assignment", "motion", "acknowledgement"};

    /** What a board's group is called: apart from the groups of an application that has the same tables. */
    private static final String GROUP = "distributor:";

    private final SqlBoards boards;
    private final TableNames naming;
    private final Board board;
    private final NameLists names;
    private final Sheets sheets;
    private final Postings postings;

    /** A store in a database of a known kind: it need not be up yet. */
    public JdbcStore(DataSource source, DatabaseKind product, String distribution, JdbcStoreSettings settings) {
        Names.check("distribution", distribution, Names.LONGEST - GROUP.length());
        this.boards = new SqlBoards(source, product, settings.board());
        this.naming = settings.naming();
        this.board = boards.of(GROUP + distribution);
        Database database = new Database(source, boards.of(GROUP + distribution), settings.patience());
        this.names = new JdbcLists(
                database, new ListSql(naming, product), new Bell(boards, Notifications.channel(naming, "name"), ""));
        Bell bell = new Bell(boards, Notifications.channel(naming, "sheet"), distribution);
        this.sheets = new JdbcSheets(database, distribution, naming, bell);
        this.postings = new JdbcPostings(database, distribution, naming, bell);
    }

    /** A store with the usual settings; asks the database of what kind it is. */
    public static JdbcStore on(DataSource source, String distribution) {
        return on(source, distribution, JdbcStoreSettings.DEFAULT);
    }

    public static JdbcStore on(DataSource source, String distribution, JdbcStoreSettings settings) {
        DatabaseKind product;
        try (Connection connection = source.getConnection()) {
            product = DatabaseKind.of(connection);
        } catch (SQLException e) {
            throw Database.trouble("ask the database of what kind it is", e);
        }
        return new JdbcStore(source, product, distribution, settings);
    }

    /**
     * Makes the tables that are missing, the board's too; several processes may do so at once.
     *
     * @throws StoreTroubleException when they cannot be made
     */
    public JdbcStore createIfMissing() {
        try {
            boards.createIfMissing();
            try (Connection connection = boards.source().getConnection()) {
                schema().createIfMissing(connection);
            }
            return this;
        } catch (SQLException e) {
            throw Database.trouble("make the tables of the distributor", e);
        }
    }

    /** The statements that {@link #createIfMissing} runs, for whoever runs them by hand. */
    public List<String> schemaStatements() {
        return Stream.concat(boards.schemaStatements().stream(), schema().statements().stream())
                .toList();
    }

    private SchemaFile schema() {
        Map<String, String> words = new HashMap<>();
        for (String table : TABLES) {
            words.put(table, naming.table(table));
        }
        words.put("index", naming.prefix() + "name");
        words.put("collation", boards.databaseKind().collation());
        String file = boards.databaseKind().schemaFile("distributor");
        return new SchemaFile(
                SchemaFile.read(file, JdbcStore.class.getResourceAsStream(file)),
                "distributor",
                VERSION,
                naming,
                words);
    }

    @Override
    public NameLists names() {
        return names;
    }

    @Override
    public Sheets sheets() {
        return sheets;
    }

    @Override
    public Postings postings() {
        return postings;
    }

    @Override
    public Board board() {
        return board;
    }

    /** Gives the connections back; the source stays open. Members must have left before. */
    @Override
    public void close() {
        boards.close();
    }
}

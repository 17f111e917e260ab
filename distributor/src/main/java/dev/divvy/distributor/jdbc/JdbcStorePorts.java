package dev.divvy.distributor.jdbc;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.boardsql.SqlBoardSettings;
import dev.divvy.boardsql.SqlBoards;
import dev.divvy.boardsql.jdbc.Notifications;
import dev.divvy.boardsql.jdbc.SchemaFile;
import dev.divvy.boardsql.jdbc.TableNames;
import dev.divvy.distributor.store.StorePorts;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Creates the tables of a store in a database, and its ports. */
public final class JdbcStorePorts {

    private static final int VERSION = 1;
    private static final String[] TABLES = {"list", "name", "distribution", "assignment", "handover", "acknowledgement"
    };

    /** The prefix of the board's group, which keeps it apart from the groups of an application in the same tables. */
    private static final String GROUP = "distributor:";

    private final SqlBoards boards;
    private final TableNames tables;
    private final StorePorts ports;

    public JdbcStorePorts(
            DataSource source, DatabaseKind kind, String distribution, SqlBoardSettings settings, Duration timeout) {
        NameRules.check("distribution", distribution, NameRules.LONGEST - GROUP.length());
        this.boards = new SqlBoards(source, kind, settings);
        this.tables = new TableNames(settings.schema(), settings.tablePrefix());
        StoreTransactions database = new StoreTransactions(source, boards.of(GROUP + distribution), timeout);
        ChangeChannel lists = new ChangeChannel(boards, Notifications.channel(tables, "name"), "");
        ChangeChannel table = new ChangeChannel(boards, Notifications.channel(tables, "distribution"), distribution);
        this.ports = new StorePorts(
                new JdbcNameLists(database, new ListSql(tables, kind), lists),
                new JdbcAssignmentReader(database, distribution, tables, table),
                new JdbcDistributionStore(database, distribution, tables, table),
                boards.of(GROUP + distribution),
                boards::close);
    }

    /** Connects to a database and returns its kind. */
    public static DatabaseKind kindOf(DataSource source) {
        try (Connection connection = source.getConnection()) {
            return DatabaseKind.of(connection);
        } catch (SQLException e) {
            throw StoreTransactions.failure("find out the kind of the database", e);
        }
    }

    public StorePorts ports() {
        return ports;
    }

    /**
     * Creates the missing tables, including those of the board; several processes may do so at once.
     *
     * @throws StoreAccessException when they cannot be created
     */
    public void createIfMissing() {
        try {
            boards.createIfMissing();
            try (Connection connection = boards.source().getConnection()) {
                schema().createIfMissing(connection);
            }
        } catch (SQLException e) {
            throw StoreTransactions.failure("create the tables of the distributor", e);
        }
    }

    public List<String> schemaStatements() {
        return Stream.concat(boards.schemaStatements().stream(), schema().statements().stream())
                .toList();
    }

    private SchemaFile schema() {
        Map<String, String> placeholders = new HashMap<>();
        for (String table : TABLES) {
            placeholders.put(table, tables.table(table));
        }
        placeholders.put("index", tables.prefix() + "name");
        placeholders.put("collation", boards.databaseKind().collation());
        String file = boards.databaseKind().schemaFile("distributor");
        return new SchemaFile(
                SchemaFile.read(file, JdbcStorePorts.class.getResourceAsStream(file)),
                "distributor",
                VERSION,
                tables,
                placeholders);
    }
}

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

/** The tables of a store in a database, and its ports. */
public final class JdbcStorePorts {

    private static final int VERSION = 1;
    private static final String[] TABLES = {"list", "name", "sheet", "assignment", "motion", "acknowledgement"};

    /** Prefix of the board's group: apart from the groups of an application that has the same tables. */
    private static final String GROUP = "distributor:";

    private final SqlBoards boards;
    private final TableNames naming;
    private final StorePorts ports;

    public JdbcStorePorts(
            DataSource source, DatabaseKind kind, String distribution, SqlBoardSettings settings, Duration patience) {
        NameRules.check("distribution", distribution, NameRules.LONGEST - GROUP.length());
        this.boards = new SqlBoards(source, kind, settings);
        this.naming = new TableNames(settings.schema(), settings.tablePrefix());
        StoreDatabase database = new StoreDatabase(source, boards.of(GROUP + distribution), patience);
        ChangeChannel lists = new ChangeChannel(boards, Notifications.channel(naming, "name"), "");
        ChangeChannel table = new ChangeChannel(boards, Notifications.channel(naming, "sheet"), distribution);
        this.ports = new StorePorts(
                new JdbcNameLists(database, new ListSql(naming, kind), lists),
                new JdbcAssignmentReader(database, distribution, naming, table),
                new JdbcDistributionStore(database, distribution, naming, table),
                boards.of(GROUP + distribution),
                boards::close);
    }

    /** Asks a database of which kind it is. */
    public static DatabaseKind kindOf(DataSource source) {
        try (Connection connection = source.getConnection()) {
            return DatabaseKind.of(connection);
        } catch (SQLException e) {
            throw StoreDatabase.trouble("ask the database of what kind it is", e);
        }
    }

    public StorePorts ports() {
        return ports;
    }

    /**
     * Creates the tables that are missing, the board's too; several processes may do so at once.
     *
     * @throws StoreTroubleException when they cannot be created
     */
    public void createIfMissing() {
        try {
            boards.createIfMissing();
            try (Connection connection = boards.source().getConnection()) {
                schema().createIfMissing(connection);
            }
        } catch (SQLException e) {
            throw StoreDatabase.trouble("make the tables of the distributor", e);
        }
    }

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
                SchemaFile.read(file, JdbcStorePorts.class.getResourceAsStream(file)),
                "distributor",
                VERSION,
                naming,
                words);
    }
}

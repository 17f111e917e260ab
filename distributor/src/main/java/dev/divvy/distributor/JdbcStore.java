package dev.divvy.distributor;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.distributor.jdbc.JdbcStorePorts;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A store in an existing database: PostgreSQL, MariaDB or H2. All distributions of one set of tables share the lists; each has a table and
 * a board of its own. Only PostgreSQL notifies of changes: elsewhere {@link NameLists#onChange} is silent, and services poll. Close the
 * store after the instances and services on it.
 */
public final class JdbcStore extends Store {

    private final JdbcStorePorts jdbc;

    /** The source that is closed with the store. */
    private final Optional<DataSource> owned;

    /** A store in a database of a known kind, which need not be available yet. */
    public JdbcStore(DataSource source, DatabaseKind kind, String distribution, JdbcStoreSettings settings) {
        this(
                new JdbcStorePorts(source, kind, distribution, settings.board(), settings.patience()),
                settings.ownsSource() ? Optional.of(source) : Optional.empty());
    }

    private JdbcStore(JdbcStorePorts jdbc, Optional<DataSource> owned) {
        super(jdbc.ports());
        this.jdbc = jdbc;
        this.owned = owned;
    }

    /** Returns a store with the default settings; asks the database of which kind it is. */
    public static JdbcStore on(DataSource source, String distribution) {
        return on(source, distribution, JdbcStoreSettings.defaults());
    }

    /** Returns a store; asks the database of which kind it is. */
    public static JdbcStore on(DataSource source, String distribution, JdbcStoreSettings settings) {
        return new JdbcStore(source, JdbcStorePorts.kindOf(source), distribution, settings);
    }

    /**
     * Creates the tables that are missing, the board's too; several processes may do so at once.
     *
     * @throws StoreTroubleException when they cannot be created
     */
    @Override
    public JdbcStore createIfMissing() {
        jdbc.createIfMissing();
        return this;
    }

    /** Returns the statements that {@link #createIfMissing} runs, for running them by hand. */
    public List<String> schemaStatements() {
        return jdbc.schemaStatements();
    }

    /** Releases connections; the lists and the table stay. The data source stays open unless the store owns it. */
    @Override
    public void close() {
        super.close();
        if (owned.isPresent() && owned.get() instanceof Closeable source) {
            try {
                source.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

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
 * A store in an existing database: PostgreSQL, MariaDB or H2. All distributions of one set of tables share the lists; each has its own
 * table and board. Only PostgreSQL notifies of changes; elsewhere {@link NameLists#onChange} is silent, and services poll. Close the store
 * after the instances and services that use it.
 */
public final class JdbcStore extends Store {

    private final JdbcStorePorts jdbc;

    /** The data source to close with the store. */
    private final Optional<DataSource> owned;

    /** Opens a store in a database of a known kind. The database may still be unavailable. */
    public JdbcStore(DataSource source, DatabaseKind kind, String distribution, JdbcStoreSettings settings) {
        this(
                new JdbcStorePorts(source, kind, distribution, settings.board(), settings.timeout()),
                settings.ownsSource() ? Optional.of(source) : Optional.empty());
    }

    private JdbcStore(JdbcStorePorts jdbc, Optional<DataSource> owned) {
        super(jdbc.ports());
        this.jdbc = jdbc;
        this.owned = owned;
    }

    /** Returns a store with the default settings. Connects to the database to find out its kind. */
    public static JdbcStore on(DataSource source, String distribution) {
        return on(source, distribution, JdbcStoreSettings.defaults());
    }

    /** Returns a store. Connects to the database to find out its kind. */
    public static JdbcStore on(DataSource source, String distribution, JdbcStoreSettings settings) {
        return new JdbcStore(source, JdbcStorePorts.kindOf(source), distribution, settings);
    }

    /**
     * Creates the missing tables, including those of the board; several processes may do so at once.
     *
     * @throws StoreAccessException when they cannot be created
     */
    @Override
    public JdbcStore createIfMissing() {
        jdbc.createIfMissing();
        return this;
    }

    /** Returns the statements that {@link #createIfMissing} runs, to be run by hand. */
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

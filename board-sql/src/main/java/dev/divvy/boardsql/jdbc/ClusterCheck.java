package dev.divvy.boardsql.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether a MariaDB or MySQL is one of several servers that accept changes: Galera, or Group Replication in its multi-primary mode.
 * Their row locks are local to a server, so the fence holds only among connections to the same one.
 */
public final class ClusterCheck {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterCheck.class);

    private static final AtomicBoolean WARNED = new AtomicBoolean();

    /** The names and values that are looked at. Servers without these have no row for them. */
    private static final String[] QUERIES = {
        "SHOW GLOBAL STATUS LIKE 'wsrep_cluster_size'",
        "SHOW GLOBAL VARIABLES LIKE 'wsrep_on'",
        "SHOW GLOBAL VARIABLES LIKE 'group_replication_single_primary_mode'"
    };

    private ClusterCheck() {}

    /** Logs a warning, once per process. A server that refuses to tell is not warned of. */
    public static void warnIfNeeded(Connection connection) {
        if (WARNED.get()) {
            return;
        }
        Map<String, String> values = new HashMap<>();
        try (Statement query = connection.createStatement()) {
            for (String text : QUERIES) {
                try (ResultSet rows = query.executeQuery(text)) {
                    while (rows.next()) {
                        values.put(rows.getString(1).toLowerCase(Locale.ROOT), String.valueOf(rows.getString(2)));
                    }
                }
            }
        } catch (SQLException e) {
            LOG.debug("the server does not tell whether it belongs to a cluster", e);
        }
        warning(values).filter(text -> WARNED.compareAndSet(false, true)).ifPresent(LOG::warn);
    }

    /** Returns the warning for these status values and variables, by their names in lower case; empty if there is none. */
    static Optional<String> warning(Map<String, String> values) {
        String galera = values.getOrDefault("wsrep_cluster_size", "");
        if (values.getOrDefault("wsrep_on", "").equalsIgnoreCase("ON")
                && galera.matches("\\d{1,9}")
                && Integer.parseInt(galera) > 1) {
            return Optional.of(text("a Galera cluster of " + galera + " servers"));
        }
        if (values.getOrDefault("group_replication_single_primary_mode", "").equalsIgnoreCase("OFF")) {
            return Optional.of(text("Group Replication in multi-primary mode, if that is running"));
        }
        return Optional.empty();
    }

    private static String text(String cluster) {
        return "this database belongs to " + cluster
                + ": row locks are local to a server, so that the fence and the order of events"
                + " hold only if all processes, and all producers, connect to one and the same server; point their addresses at one"
                + " writer, and let them change it together";
    }
}

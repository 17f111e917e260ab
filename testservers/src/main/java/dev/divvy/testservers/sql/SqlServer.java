package dev.divvy.testservers.sql;

import dev.divvy.testservers.server.ExternalServer;
import dev.divvy.testservers.server.Server;
import dev.divvy.testservers.server.ServerEngine;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** A database server. Its driver must be on the class path of the tests that use it. */
public abstract class SqlServer extends Server {

    static final String USER = "divvy";
    static final String PASSWORD = "divvy";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,49}");

    /** The databases that are known to exist; guarded by this. */
    private final Set<String> databases = new HashSet<>();

    SqlServer(ServerEngine engine) {
        super(engine);
    }

    public final String user() {
        return external().map(ExternalServer::user).orElse(USER);
    }

    public final String password() {
        return external().map(ExternalServer::password).orElse(PASSWORD);
    }

    /** Returns the URL of this database, without credentials, and creates the database if it is missing. */
    public final synchronized String jdbcUrl(String database) {
        if (!NAME.matcher(database).matches()) {
            throw new IllegalArgumentException("database \"" + database + "\" does not match " + NAME);
        }
        if (!databases.contains(database)) {
            try (Connection connection = DriverManager.getConnection(url(system()), user(), password())) {
                create(database, connection);
            } catch (SQLException e) {
                throw new IllegalStateException("cannot create the database " + database + " at port " + port(), e);
            }
            databases.add(database);
        }
        return url(database);
    }

    private String url(String database) {
        return external()
                .map(server -> server.jdbcUrl(database))
                .orElseGet(() -> "jdbc:" + scheme() + "://" + host() + ":" + port() + "/" + database);
    }

    abstract String scheme();

    /** The name of a database that always exists. */
    abstract String system();

    /** Creates the database unless it exists. */
    abstract void create(String database, Connection connection) throws SQLException;

    /** Connects once; throws the exception of the driver when that fails. */
    static void probe(String url) throws SQLException {
        if (DriverManager.drivers().noneMatch(driver -> accepts(driver, url))) {
            throw new IllegalStateException("no driver for " + url + " is on the class path");
        }
        DriverManager.getConnection(url, USER, PASSWORD).close();
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            return false;
        }
    }
}

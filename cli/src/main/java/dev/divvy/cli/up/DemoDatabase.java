package dev.divvy.cli.up;

import dev.divvy.cli.database.DatabaseLogin;
import dev.divvy.cli.database.SqlFailures;
import dev.divvy.cli.outbox.OutboxConnection;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.outbox.OutboxSettings;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.h2.tools.Server;

/** The database of the demo: in the memory of this process and served to this machine only, so that nothing is left behind. */
final class DemoDatabase implements AutoCloseable {

    static final String USER = "divvy";
    static final String PASSWORD_VARIABLE = "DIVVY_JDBC_PASSWORD";

    private static final String NAME = "mem:demo";
    private static final int CONNECTIONS = 4;
    private static final String MEMORY = "128m";

    private final String password;
    private final OutboxConnection outbox;
    private final Server server;

    DemoDatabase(String password) {
        this.password = password;
        // Read once, when the first class of H2 is loaded: without it the server would listen on every interface.
        System.setProperty("h2.bindAddress", "127.0.0.1");
        // Created here and not by the first process that connects: the server refuses to create databases.
        DatabaseLogin own = database("jdbc:h2:" + NAME + ";DB_CLOSE_DELAY=-1");
        this.outbox = OutboxConnection.open(
                own, CONNECTIONS, OutboxSettings.defaults(), new SqlFailures(own, Optional.empty()));
        outbox.ask(() -> outbox.outbox().createIfMissing());
        try {
            // A folder that does not exist: no file of this machine can be opened through the server.
            this.server = Server.createTcpServer("-tcpPort", "0", "-tcpDaemon", "-ifExists", "-baseDir", "./none")
                    .start();
        } catch (SQLException e) {
            outbox.close();
            throw Failure.failed("cannot serve a database on this machine: " + e.getMessage());
        }
    }

    private DatabaseLogin database(String url) {
        return new DatabaseLogin(url, Optional.of(USER), Optional.of(password));
    }

    String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + NAME;
    }

    /** Returns the database as other processes reach it. */
    DatabaseLogin served() {
        return database(url());
    }

    /** Returns the environment of a process that uses the database. */
    Map<String, String> environment() {
        return Map.of(PASSWORD_VARIABLE, password);
    }

    /** Returns the options with which a person logs in. */
    String login() {
        return "--jdbc-user " + USER + " --jdbc-password " + password;
    }

    /** Starts a command that uses the database. */
    DemoProcess process(String id, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.add("--jdbc-user=" + USER);
        return new DemoProcess(id, EndsWithParent.class, MEMORY, arguments, environment());
    }

    OutboxConnection outbox() {
        return outbox;
    }

    @Override
    public void close() {
        server.stop();
        outbox.close();
    }
}

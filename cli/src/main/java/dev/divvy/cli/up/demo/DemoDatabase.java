package dev.divvy.cli.up.demo;

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
import java.util.function.Consumer;
import org.h2.tools.Server;

/** The database of the demo: in the memory of this process and served to this machine only, so that nothing is left behind. */
public final class DemoDatabase implements AutoCloseable {

    private static final String USER = "divvy";
    private static final String PASSWORD_VARIABLE = "DIVVY_JDBC_PASSWORD";

    private static final String NAME = "mem:demo";
    private static final int CONNECTIONS = 8;
    private static final String MEMORY = "128m";

    private final String password;
    private final OutboxConnection outbox;
    private final Server server;
    private final IdleTransactions idle;

    public DemoDatabase(String password) {
        this.password = password;
        // Read once, when the first class of H2 is loaded: without it the server would listen on every interface.
        System.setProperty("h2.bindAddress", "127.0.0.1");
        // Created here and not by the first process that connects: the server refuses to create databases.
        DatabaseLogin own = local();
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
        this.idle = new IdleTransactions(outbox);
    }

    private DatabaseLogin database(String url) {
        return new DatabaseLogin(url, Optional.of(USER), Optional.of(password));
    }

    public String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + NAME;
    }

    /** Returns the database as this process reaches it. */
    public DatabaseLogin local() {
        return database("jdbc:h2:" + NAME + ";DB_CLOSE_DELAY=-1");
    }

    /** Returns the database as other processes reach it. */
    public DatabaseLogin served() {
        return database(url());
    }

    /** Returns the options with which a person logs in. */
    public String login() {
        return "--jdbc-user " + USER + " --jdbc-password " + password;
    }

    /** Returns the login of a process whose first argument is the URL of the database. */
    public static DatabaseLogin loginOf(String... arguments) {
        return new DatabaseLogin(
                arguments[0], Optional.of(USER), Optional.ofNullable(System.getenv(PASSWORD_VARIABLE)));
    }

    /**
     * Starts a program that uses the database, whose URL is its first argument.
     *
     * @param output gets the lines that it prints
     */
    public DemoProcess program(String id, Class<?> main, Consumer<String> output, String... more) {
        List<String> arguments = new ArrayList<>(List.of(url()));
        arguments.addAll(List.of(more));
        return new DemoProcess(new JavaCommand(id, main, MEMORY, () -> arguments, environment(), output));
    }

    private Map<String, String> environment() {
        return Map.of(PASSWORD_VARIABLE, password);
    }

    public OutboxConnection outbox() {
        return outbox;
    }

    @Override
    public void close() {
        idle.close();
        server.stop();
        outbox.close();
    }
}

package dev.divvy.cli.up;

import dev.divvy.cli.database.Database;
import dev.divvy.cli.database.SqlFailures;
import dev.divvy.cli.outbox.OutboxConnection;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.outbox.OutboxSettings;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.h2.tools.Server;

/** The database of the demo: in a folder of its own, served to this machine only, and removed at the end. */
final class DemoDatabase implements AutoCloseable {

    static final String USER = "divvy";
    static final String PASSWORD_VARIABLE = "DIVVY_JDBC_PASSWORD";

    private static final int CONNECTIONS = 4;

    private final Path folder;
    private final String password;
    private final OutboxConnection outbox;
    private final Server server;

    private DemoDatabase(Path folder, String password, OutboxConnection outbox, Server server) {
        this.folder = folder;
        this.password = password;
        this.outbox = outbox;
        this.server = server;
    }

    static DemoDatabase make(Stop stop) {
        // Read once, when the first class of H2 is loaded: without it every interface would be listened to.
        System.setProperty("h2.bindAddress", "127.0.0.1");
        byte[] secret = new byte[8];
        new SecureRandom().nextBytes(secret);
        String password = HexFormat.of().formatHex(secret);
        Path folder = TemporaryFolder.make();
        stop.beforeForce(() -> TemporaryFolder.remove(folder));
        try {
            // Made here and not by the first process that connects: the server refuses to make databases.
            Database database =
                    database("jdbc:h2:file:" + folder.resolve("demo") + ";DB_CLOSE_ON_EXIT=FALSE", password);
            OutboxConnection outbox = OutboxConnection.open(
                    database, CONNECTIONS, OutboxSettings.DEFAULT, new SqlFailures(database, Optional.empty()));
            outbox.ask(() -> outbox.outbox().createIfMissing());
            Server server = Server.createTcpServer(
                            "-tcpPort", "0", "-tcpDaemon", "-ifExists", "-baseDir", folder.toString())
                    .start();
            return new DemoDatabase(folder, password, outbox, server);
        } catch (SQLException e) {
            TemporaryFolder.remove(folder);
            throw Failure.failed("cannot serve a database on this machine: " + e.getMessage());
        }
    }

    private static Database database(String url, String password) {
        return new Database(url, Optional.of(USER), Optional.of(password));
    }

    String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/./demo";
    }

    /** Returns the database as other processes reach it. */
    Database served() {
        return database(url(), password);
    }

    /** Returns the environment of a process that uses the database. */
    Map<String, String> environment() {
        return Map.of(PASSWORD_VARIABLE, password);
    }

    /** Returns options that let a person in. */
    String login() {
        return "--jdbc-user " + USER + " --jdbc-password " + password;
    }

    /** Returns a secret that this run alone has. */
    String secret() {
        return password;
    }

    Path folder() {
        return folder;
    }

    OutboxConnection outbox() {
        return outbox;
    }

    @Override
    public void close() {
        server.stop();
        outbox.close();
        if (!TemporaryFolder.remove(folder)) {
            throw Failure.failed("cannot remove the temporary folder " + folder);
        }
    }
}

package dev.divvy.cli.up;

import dev.divvy.cli.database.Database;
import dev.divvy.cli.database.SqlFailures;
import dev.divvy.cli.distributor.StorePlace;
import dev.divvy.cli.outbox.OutboxConnection;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.outbox.OutboxSettings;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;
import org.h2.tools.Server;

/** The database that everything stands on: in a folder of its own, served to this machine only, and gone at the end. */
final class Ground implements AutoCloseable {

    static final String USER = "divvy";

    private static final int CONNECTIONS = 4;

    private final Path folder;
    private final String password;
    private final OutboxConnection opened;
    private final Server server;

    private Ground(Path folder, String password, OutboxConnection opened, Server server) {
        this.folder = folder;
        this.password = password;
        this.opened = opened;
        this.server = server;
    }

    static Ground make(Stop stop) {
        // Read once, when the first class of H2 is: without it every interface would be listened to.
        System.setProperty("h2.bindAddress", "127.0.0.1");
        byte[] secret = new byte[8];
        new SecureRandom().nextBytes(secret);
        String password = HexFormat.of().formatHex(secret);
        Path folder = Folder.make();
        stop.beforeForce(() -> Folder.remove(folder));
        try {
            // Made here and not by whoever connects first: the server refuses to make databases.
            Database database = new Database(
                    "jdbc:h2:file:" + folder.resolve("outbox") + ";DB_CLOSE_ON_EXIT=FALSE",
                    Optional.of(USER),
                    Optional.of(password));
            OutboxConnection opened = OutboxConnection.open(
                    database, CONNECTIONS, OutboxSettings.defaults(), new SqlFailures(database, Optional.empty()));
            opened.ask(() -> opened.outbox().createIfMissing());
            Server server = Server.createTcpServer(
                            "-tcpPort", "0", "-tcpDaemon", "-ifExists", "-baseDir", folder.toString())
                    .start();
            return new Ground(folder, password, opened, server);
        } catch (SQLException e) {
            Folder.remove(folder);
            throw Failure.failed("cannot serve a database on this machine: " + e.getMessage());
        }
    }

    String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/./outbox";
    }

    /** Where the distributor keeps lists and table. */
    StorePlace store() {
        return StorePlace.in(new Database(url(), Optional.of(USER), Optional.of(password)));
    }

    String password() {
        return password;
    }

    Path folder() {
        return folder;
    }

    OutboxConnection opened() {
        return opened;
    }

    @Override
    public void close() {
        server.stop();
        opened.close();
        if (!Folder.remove(folder)) {
            throw Failure.failed("cannot remove the temporary folder " + folder);
        }
    }
}

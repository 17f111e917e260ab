package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon as a process, on a database that it cannot use yet. */
class DistributorDatabaseTest {

    @Test
    void itWaitsForADatabaseThatIsAwayAndSaysWhy(@TempDir Path folder) throws Exception {
        int port = Program.freePort();
        String url = "jdbc:h2:tcp://127.0.0.1:" + port + "/./lists";
        ProcessBuilder command =
                Program.command(List.of("distributor", "--store", url, "--jdbc-user=me", "-prom-port=0"));
        command.environment().put("DIVVY_JDBC_PASSWORD", "open sesame");
        String file = "jdbc:h2:file:" + folder.resolve("lists");
        try (Program daemon = Program.start(folder, command);
                Connection keeper = DriverManager.getConnection(file, "me", "open sesame")) {
            daemon.awaitSaid("ERROR distributor: store: cannot reach " + url
                    + "; is the server up[^\n]*refused[^\n]*; trying again\n");
            Server server = Server.createTcpServer(
                            "-tcpPort",
                            Integer.toString(port),
                            "-tcpDaemon",
                            "-ifExists",
                            "-baseDir",
                            folder.toString())
                    .start();
            try {
                daemon.awaitSaid("the store answers again");
                daemon.awaitSaid("writes the table from now on");
                Program.signal(daemon.process().pid(), "TERM");
                assertThat(daemon.awaitExit()).isZero();
            } finally {
                server.stop();
            }
            assertThat(keeper.isValid(1)).isTrue();
            assertThat(daemon.said()).doesNotContain("sesame", "\tat ");
        }
    }
}

package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.jr.ob.JSON;

/** The daemon as a process, on a database that it cannot use yet. */
class DistributorDatabaseTest {

    @Test
    void itWaitsForADatabaseThatIsAwayAndSaysWhy(@TempDir Path folder) throws Exception {
        int port = Program.freePort();
        String url = "jdbc:h2:tcp://127.0.0.1:" + port + "/./lists";
        int http = Program.freePort();
        ProcessBuilder command = Program.command(
                List.of("distributor", "run", "--jdbc", url, "--jdbc-user=me", "-prom-port=0", "--http=" + http));
        command.environment().put("DIVVY_JDBC_PASSWORD", "open sesame");
        String file = "jdbc:h2:file:" + folder.resolve("lists");
        try (Program daemon = Program.start(folder, command);
                Connection keeper = DriverManager.getConnection(file, "me", "open sesame")) {
            daemon.awaitOutput("ERROR distributor: store: cannot reach " + url
                    + "; is the server up[^\n]*refused[^\n]*; trying again\n");
            HttpPage waiting = HttpPage.get(http, "/readyz");
            assertThat(waiting.status()).isEqualTo(503);
            assertThat(waiting.body().lines()).singleElement().asString().contains(url);
            assertThat(HttpPage.get(http, "/healthz").toString()).isEqualTo("200 alive\n");
            Server server = Server.createTcpServer(
                            "-tcpPort",
                            Integer.toString(port),
                            "-tcpDaemon",
                            "-ifExists",
                            "-baseDir",
                            folder.toString())
                    .start();
            try {
                daemon.awaitOutput("the store answers again");
                daemon.awaitOutput("writes the table from now on");
                Program.await(
                        "that it is ready",
                        () -> HttpPage.get(http, "/readyz").toString().equals("200 writes the table\n"));
                status(HttpPage.get(http, "/api/status").figures());
                Program.signal(daemon.process().pid(), "TERM");
                assertThat(daemon.awaitExit()).isZero();
            } finally {
                server.stop();
            }
            assertThat(keeper.isValid(1)).isTrue();
            assertThat(daemon.output()).doesNotContain("sesame", "\tat ");
        }
    }

    @Test
    void withConfigTypeEnvTheEnvironmentAloneCountsAndTheOtherFlagsAreNamed(@TempDir Path folder) throws Exception {
        ProcessBuilder command = Program.command(
                List.of("distributor", "-config-type=env", "-poll-interval=5s", "--store", "redis", "-ping-watch"));
        command.environment()
                .putAll(Map.of("DIVVY_DISTRIBUTOR_RUN_JDBC", "jdbc:h2:mem:x", "PROM_PORT", "0", "PING_TIMEOUT", "30s"));
        try (Program daemon = Program.start(folder, command)) {
            daemon.awaitOutput(
                    "WARN  distributor: config-type is env: ignored --jdbc, --ping-watch, --poll-interval\n");
            daemon.awaitOutput(" in jdbc:h2:mem:x: stable, every 1s, ping timeout 30s\n");
            Program.signal(daemon.process().pid(), "TERM");
            assertThat(daemon.awaitExit()).isZero();
        }
    }

    private static void status(Map<String, Object> status) {
        assertThat(status)
                .containsOnlyKeys(
                        "instance",
                        "writing",
                        "writer",
                        "namespaces",
                        "units",
                        "services",
                        "refused",
                        "problem",
                        "counters")
                .containsEntry("writing", true)
                .containsEntry("writer", status.get("instance"))
                .containsEntry("units", 0)
                .containsEntry("problem", null)
                .containsEntry("services", List.of())
                .containsEntry(
                        "namespaces",
                        Map.of(
                                "services",
                                List.of("sys-robots-list"),
                                "units",
                                "sys-channels",
                                "distribution",
                                "sys-matching-table"));
        assertThat(JSON.std.asString(status.get("counters")))
                .contains("rounds", "pings", "failedPings", "pingingMillis", "denials", "returns", "redistributions")
                .contains("moved", "failedRounds", "lastRoundMillis");
    }
}

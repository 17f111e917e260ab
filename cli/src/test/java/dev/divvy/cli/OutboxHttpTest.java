package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code outbox run --http}. */
class OutboxHttpTest {

    @TempDir
    private Path folder;

    @Test
    void programsReadTheStatusOfAProcessor() throws Exception {
        int port = Program.freePort();
        String file = folder.resolve("events.jsonl").toString();
        try (H2 database = H2.shared(folder)) {
            database.outbox("send", "--entity-id", "1", "--payload", "x");
            List<String> run = database.args("run", "--to", file, "--name", "p1", "--fresh", "--http", "" + port);
            try (Program processor = Program.start(folder, run)) {
                processor.awaitOutput("dashboard at http://127.0.0.1:" + port + "/");
                Program.await(
                        "that it is ready",
                        () -> HttpPage.get(port, "/readyz").toString().equals("200 holds 256 tokens\n"));
                Program.await(
                        "the event",
                        () -> HttpPage.get(port, "/metrics")
                                .body()
                                .contains("\ndivvy_outbox_completed_events_total 1.0\n"));
                Program.await(
                        "an empty outbox", () -> Objects.equals(outbox(port).get("pending"), 0));
                Program.await(
                        "an empty outbox in the metrics",
                        () -> HttpPage.get(port, "/metrics").body().contains("\ndivvy_outbox_pending 0.0\n"));
                status(HttpPage.get(port, "/api/status"));
                metrics(HttpPage.get(port, "/metrics").body());
                assertThat(HttpPage.get(port, "/healthz").toString()).isEqualTo("200 alive\n");
                processor.interrupt();
                assertThat(processor.awaitExit()).as(processor.output()).isZero();
            }
        }
    }

    private static Map<String, Object> outbox(int port) {
        return HttpPage.get(port, "/api/status").figures();
    }

    private static void status(HttpPage status) {
        assertThat(status.body())
                .contains("\"product\":\"outbox\"", "\"self\":{\"name\":\"p1\",\"held\":256,")
                .contains(
                        "\"processors\":[{\"name\":\"p1\",\"completed\":1,\"failed\":0,\"aborted\":0,\"refused\":0}]");
        assertThat(status.figures())
                .containsOnlyKeys(
                        "pending",
                        "retrying",
                        "aborted",
                        "done",
                        "oldestSeconds",
                        "handledPerSecond",
                        "sentPerSecond",
                        "processors",
                        "problem")
                .containsEntry("oldestSeconds", null)
                .containsEntry("problem", null);
    }

    private static void metrics(String metrics) {
        assertThat(metrics)
                .contains("\ndivvy_outbox_tokens 256.0\n", "\ndivvy_outbox_members 1.0\n", "\ndivvy_outbox_calm 1.0\n")
                .contains("\ndivvy_outbox_epoch 1.0\n", "\ndivvy_outbox_pending 0.0\n", "\ndivvy_outbox_aborted 0.0\n")
                .contains("\ndivvy_outbox_retrying 0.0\n", "\ndivvy_outbox_held 0.0\n", "\ndivvy_outbox_done 0.0\n")
                .contains("\ndivvy_outbox_oldest_seconds 0.0\n", "\ndivvy_outbox_failed_attempts_total 0.0\n")
                .contains("\ndivvy_outbox_aborted_events_total 0.0\n")
                .contains("\ndivvy_outbox_refused_completions_total 0.0\n")
                .contains("\ndivvy_outbox_retried_transactions_total ", "\ndivvy_outbox_read_rows_total ")
                .contains("\ndivvy_outbox_lag_seconds_count 1\n")
                .containsPattern("\ndivvy_outbox_lag_seconds_sum [0-9.]+\n")
                .containsPattern("\ndivvy_outbox_board_seconds 0\\.[0-9]*[1-9]")
                .contains("\njvm_memory_used_bytes{");
        MetricsPage.check("divvy_outbox_", metrics);
    }

    @Test
    void aPortThatIsTakenAndAnAddressThatIsOpenAreOneLine() throws Exception {
        try (H2 database = H2.inMemory();
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            Shell busy = database.outbox("run", "--to", "-", "--http", port);
            assertThat(busy.exitCode()).isEqualTo(1);
            assertThat(busy.err().lines())
                    .singleElement()
                    .asString()
                    .contains("--http: cannot listen on 127.0.0.1:" + port, "choose another port with --http");
            Shell open = database.outbox("run", "--to", "-", "--http", "0.0.0.0:" + port);
            assertThat(open.exitCode()).isEqualTo(2);
            assertThat(open.err().lines()).singleElement().asString().contains("add --http-open");
        }
    }
}

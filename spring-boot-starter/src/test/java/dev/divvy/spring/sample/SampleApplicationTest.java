package dev.divvy.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsPostgres;
import dev.divvy.testservers.sql.PostgresServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sample application of examples/spring-boot as a user runs it: two instances on one PostgreSQL, one of which is killed. */
@NeedsPostgres
class SampleApplicationTest {

    private static final int ORDERS = 20;
    private static final int ROUNDS = 10;

    private final String url = PostgresServer.shared()
            .jdbcUrl("shop_" + ProcessHandle.current().pid() + "_" + Long.toString(System.nanoTime(), 36));

    @Test
    void everyPaymentHasOneReceiptInOrderThoughAnInstanceIsKilled() throws Exception {
        try (SampleProcess first = new SampleProcess("first", url)) {
            Await.until("the first instance is up", first::isUp);
            try (SampleProcess second = new SampleProcess("second", url)) {
                Await.until("the second instance is up", second::isUp);
                Await.until("both share the events", () -> held(first) && held(second));
                for (int round = 0; round < ROUNDS; round++) {
                    if (round == ROUNDS / 2) {
                        second.kill();
                    }
                    for (int order = 0; order < ORDERS; order++) {
                        SampleProcess instance = order % 2 == 0 || round >= ROUNDS / 2 ? first : second;
                        assertThat(instance.post("/orders/" + order + "/payments", "{}")
                                        .body())
                                .isEqualTo(Integer.toString(round + 1));
                    }
                }
                Await.until("all receipts are written", () -> count("receipt") == ORDERS * ROUNDS);
                Await.until("nothing is left", () -> count("divvy_outbox") == 0);
            }
            for (int order = 0; order < ORDERS; order++) {
                assertThat(numbers("SELECT payment FROM receipt WHERE order_id = " + order + " ORDER BY number"))
                        .as("payments of order %d in the order of their receipts", order)
                        .hasSize(ROUNDS)
                        .isSorted();
            }
            assertThat(first.get("/actuator/outbox"))
                    .contains("\"pending\":0", "\"aborted\":0", "\"held\":0", "\"heldTokens\":256");
            assertThat(first.get("/actuator/metrics/divvy.outbox.completed.events"))
                    .contains("\"COUNT\"");
            for (String body : List.of("{}", "{\"ids\": \"17,18\"}")) {
                assertThat(first.post("/actuator/outbox/retry", body).body())
                        .as(() -> body + "\n" + first.tail())
                        .isEqualTo("{\"events\":0}");
            }
            assertThat(first.post("/actuator/outbox/replay", "{}").statusCode()).isEqualTo(400);
            checkConditions(first);
            first.terminate();
            assertThat(held()).as("what an instance holds that has ended").isZero();
        }
    }

    private void checkConditions(SampleProcess instance) throws Exception {
        PostgresServer server = PostgresServer.shared();
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            for (String error : List.of("HTTP 500", "HTTP 500", "HTTP 404", "HTTP 404")) {
                statement.execute("INSERT INTO divvy_outbox"
                        + " (entity_name, entity_id, entity_id_hash, status, attempts, last_error, done_at)"
                        + " VALUES ('Stranger', '42', -1135041482, 'ABORTED', 1, '" + error + "', CURRENT_TIMESTAMP)");
            }
        }
        for (String none : List.of(
                "{\"error\": \"HTTP 503\"}",
                "{\"entityName\": \"Nobody\"}",
                "{\"after\": \"2100-01-01T00:00:00Z\"}",
                "{\"before\": \"2000-01-01T00:00:00Z\"}")) {
            assertThat(instance.post("/actuator/outbox/discard", none).body())
                    .as(none)
                    .isEqualTo("{\"events\":0}");
        }
        HttpResponse<String> refused = instance.post("/actuator/outbox/discard", "{}");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(refused.body()).contains("no condition was given");
        assertThat(instance.post("/actuator/outbox/discard", "{\"error\": \"HTTP 500\", \"limit\": 1}")
                        .body())
                .isEqualTo("{\"events\":1}");
        assertThat(instance.post("/actuator/outbox/discard", "{\"entityName\": \"Stranger\", \"error\": \"HTTP 500\"}")
                        .body())
                .isEqualTo("{\"events\":1}");
        assertThat(instance.post(
                                "/actuator/outbox/discard",
                                "{\"after\": \"2020-01-01T00:00:00Z\", \"before\": \"2100-01-01T00:00:00Z\", \"limit\": 1}")
                        .body())
                .isEqualTo("{\"events\":1}");
        assertThat(instance.post("/actuator/outbox/discard", "{\"all\": true}").body())
                .isEqualTo("{\"events\":1}");
        for (String wrong : List.of(
                "{\"after\": \"yesterday\"}",
                "{\"limit\": -1}",
                "{\"ids\": \"17\", \"error\": \"HTTP 500\"}",
                "{\"ids\": \"17\", \"all\": true}")) {
            assertThat(instance.post("/actuator/outbox/retry", wrong).statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
    }

    private static boolean held(SampleProcess instance) {
        try {
            return instance.get("/actuator/outbox").contains("\"heldTokens\":128");
        } catch (IOException e) {
            throw new AssertionError(instance.tail(), e);
        }
    }

    private int held() throws SQLException {
        return numbers("SELECT COUNT(*) FROM divvy_member WHERE state = 'RUNNING'")
                .get(0);
    }

    private int count(String table) {
        try {
            return numbers("SELECT COUNT(*) FROM " + table).get(0);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private List<Integer> numbers(String query) throws SQLException {
        PostgresServer server = PostgresServer.shared();
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<Integer> numbers = new ArrayList<>();
            while (rows.next()) {
                numbers.add(rows.getInt(1));
            }
            return numbers;
        }
    }
}

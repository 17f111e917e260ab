package dev.divvy.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations over HTTP: the key, the content, and the errors. */
@Timeout(120)
class OperationsTest {

    private static final String KEY = "0123456789abcdef";
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final List<Operation> performed = new CopyOnWriteArrayList<>();
    private final TestSource source = new TestSource();
    private ConsoleServer server;

    @BeforeEach
    void start() throws Exception {
        source.operations = Optional.of(new Operations() {
            @Override
            public OperationsView view() {
                return new OperationsView(
                        false,
                        new OperationsView.Audit(1, 2, 0, 0, 3, 4, 5),
                        List.of(new OperationsView.ManagedProcess(
                                "cache", "n1", "n1", 17, "running", "serves", List.of("kill"))));
            }

            @Override
            public String perform(Operation operation) {
                if (operation.target().equals("n9")) {
                    throw new IllegalArgumentException("there is no process n9");
                }
                if (operation.target().equals("n2")) {
                    throw new IllegalStateException("n2 is down");
                }
                performed.add(operation);
                return operation.target() + " was killed";
            }
        });
        server = ConsoleServer.start(ConsoleSettings.at(ANY_PORT).withOperationsKey(KEY), source);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static HttpResult post(ConsoleServer server, String body, String... headers) {
        List<String> lines = new ArrayList<>(List.of("POST /api/operations HTTP/1.1", "Host: localhost"));
        lines.addAll(List.of(headers));
        lines.add("Content-Length: " + body.length());
        return HttpResult.raw(server, String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n" + body);
    }

    @Test
    void aClientWithTheKeyPerformsAnOperation() {
        HttpResult reply = post(
                server,
                "{\"action\":\"kill\",\"target\":\"n1\"}",
                "Content-Type: application/json",
                "X-Divvy-Key: " + KEY);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("{\"message\":\"n1 was killed\"}\n");
        assertThat(performed).containsExactly(new Operation("kill", "n1", ""));
        assertThat(HttpResult.get(server, "/api/status").body())
                .contains("\"operations\":{\"chaos\":false,\"audit\":{\"faults\":1,\"checks\":2,\"lost\":0,");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {"action":"kill","target":"n1"} | X-Divvy-Key: wrong            | application/json | 403
            {"action":"kill","target":"n1"} | X-Other: y                    | application/json | 403
            {"action":"kill","target":"n1"} | X-Divvy-Key: 0123456789abcdef | text/plain       | 415
            {"action":"kill","target":"n9"} | X-Divvy-Key: 0123456789abcdef | application/json | 404
            {"action":"kill","target":"n2"} | X-Divvy-Key: 0123456789abcdef | application/json | 409
            {"action":"kill"}               | X-Divvy-Key: 0123456789abcdef | application/json | 400
            {"action":1,"target":"n1"}      | X-Divvy-Key: 0123456789abcdef | application/json | 400
            []                              | X-Divvy-Key: 0123456789abcdef | application/json | 400
            null                            | X-Divvy-Key: 0123456789abcdef | application/json | 400
            nonsense                        | X-Divvy-Key: 0123456789abcdef | application/json | 400
            """)
    void anythingElseIsRefusedWithOneLineAndNoEffect(String body, String key, String type, int status) {
        HttpResult reply = post(server, body, key, "Content-Type: " + type);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.body().lines()).hasSize(1);
        assertThat(performed).isEmpty();
    }

    @Test
    void aPageOfAnotherSiteIsRefusedEvenWithTheKey() {
        HttpResult reply = post(
                server,
                "{\"action\":\"kill\",\"target\":\"n1\"}",
                "Content-Type: application/json",
                "X-Divvy-Key: " + KEY,
                "Origin: http://evil.example");
        assertThat(reply.status()).isEqualTo(403);
        assertThat(performed).isEmpty();
    }

    @Test
    void aServerThatOtherMachinesReachOffersNone() throws Exception {
        try (ConsoleServer open = ConsoleServer.start(
                ConsoleSettings.at(new InetSocketAddress("0.0.0.0", 0))
                        .openToOtherMachines()
                        .withOperationsKey(KEY),
                source)) {
            HttpResult reply = post(
                    open,
                    "{\"action\":\"kill\",\"target\":\"n1\"}",
                    "Content-Type: application/json",
                    "X-Divvy-Key: " + KEY);
            assertThat(reply.status()).isEqualTo(404);
            assertThat(performed).isEmpty();
        }
    }

    @Test
    void anotherMethodIsRefused() {
        HttpResult reply = HttpResult.get(server, "/api/operations");
        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.body()).isEqualTo("GET is not supported by /api/operations; use POST\n");
    }
}

package dev.divvy.spring.sample;

import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.JavaProcess;
import dev.divvy.testservers.process.TestProcess;
import dev.divvy.testservers.sql.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The sample application of examples/spring-boot in a process of its own. */
final class SampleProcess implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final int HEAP_MEGABYTES = 256;

    private final int port = Ports.free();
    private final TestProcess process;

    SampleProcess(String name, String url) {
        PostgresServer server = PostgresServer.shared();
        process = JavaProcess.of("shop.ShopApplication", List.of("--server.port=" + port, "--server.address=127.0.0.1"))
                .withHeap(HEAP_MEGABYTES)
                .withEnvironment(Map.of(
                        "SPRING_DATASOURCE_URL", url,
                        "SPRING_DATASOURCE_USERNAME", server.user(),
                        "SPRING_DATASOURCE_PASSWORD", server.password()))
                .start(name);
    }

    /** Returns whether it answers and its outbox is well. */
    boolean isUp() {
        try {
            return send(HttpRequest.newBuilder(address("/actuator/health")).GET())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            if (process.ended()) {
                throw new AssertionError(process.tail(), e);
            }
            return false;
        }
    }

    String get(String path) throws IOException {
        return send(HttpRequest.newBuilder(address(path)).GET()).body();
    }

    HttpResponse<String> post(String path, String json) throws IOException {
        return send(HttpRequest.newBuilder(address(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        try {
            return CLIENT.send(request.timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    void kill() {
        process.kill();
    }

    void terminate() {
        process.terminate();
    }

    List<String> output() {
        return process.output("");
    }

    String tail() {
        return process.tail();
    }

    @Override
    public void close() {
        process.close();
    }
}

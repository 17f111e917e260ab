package dev.divvy.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.plan.Change;
import dev.divvy.testservers.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The event stream as readers on a socket see it. */
@Timeout(120)
class EventStreamTest {

    private static final int MOST = 32;

    /** An event as a reader gets it. */
    private record Received(String id, String name, String data) {}

    private final TestSource source = new TestSource();
    private final List<Socket> sockets = new ArrayList<>();
    private ConsoleServer server;

    @BeforeEach
    void start() throws Exception {
        server = source.serve();
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    private BufferedReader open(String... headers) throws IOException {
        String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        Socket socket = HttpResult.begin(server, "GET /api/events HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n");
        sockets.add(socket);
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        assertThat(reader.readLine()).startsWith("HTTP/1.1 200");
        List<String> head = new ArrayList<>();
        for (String line = reader.readLine(); !line.isEmpty(); line = reader.readLine()) {
            head.add(line.toLowerCase(java.util.Locale.ROOT));
        }
        assertThat(head).contains("content-type: text/event-stream; charset=utf-8", "cache-control: no-store");
        return reader;
    }

    /** Reads the next event of one of these names. */
    private static Received next(BufferedReader reader, String... names) throws IOException {
        String id = "";
        String name = "";
        String data = "";
        while (true) {
            String line = reader.readLine();
            assertThat(line).as("the stream goes on").isNotNull();
            if (line.startsWith("id: ")) {
                id = line.substring(4);
            } else if (line.startsWith("event: ")) {
                name = line.substring(7);
            } else if (line.startsWith("data: ")) {
                data = line.substring(6);
                if (List.of(names).contains(name)) {
                    return new Received(id, name, data);
                }
            }
        }
    }

    @Test
    void aReaderGetsEverythingAndThenTheChanges() throws Exception {
        BufferedReader reader = open();
        Received hello = next(reader, "hello", "status", "epoch", "lane");
        assertThat(hello.name).isEqualTo("hello");
        assertThat(hello.data).contains("\"owners\":[", "\"lanes\":[{\"at\":", "\"kind\":\"holds\"");
        assertThat(next(reader, "status").data).contains("\"product\":\"cache\"");
        synchronized (source.group) {
            source.group.change(new Change.Leave("n2"));
        }
        assertThat(next(reader, "epoch").data)
                .contains("\"epoch\":2,", "\"causes\":[\"n2 left\"]", "\"owners\":null,\"moves\":[");
        assertThat(next(reader, "lane").data).contains("\"member\":\"n2\",\"kind\":\"absent\"");
    }

    @Test
    void aReaderThatWasAwayGetsWhatItMissedAndNoMore() throws Exception {
        Received last = next(open(), "hello");
        synchronized (source.group) {
            source.group.change(new Change.Leave("n2"));
        }
        Received resumed = next(open("Last-Event-ID: " + last.id), "hello", "epoch", "lane");
        assertThat(resumed.name).isEqualTo("epoch");
        assertThat(resumed.data).contains("\"epoch\":2,");
    }

    @Test
    void aReaderOfAnotherRunOrOfNonsenseBeginsAnew() throws Exception {
        for (String id : List.of("0123456789abcdef-3", "nonsense", "-1", "9999999999999999999999")) {
            assertThat(next(open("Last-Event-ID: " + id), "hello", "epoch", "status").name)
                    .isEqualTo("hello");
        }
    }

    @Test
    void aSourceThatFailsIsAProblemOfTheStatusUntilItAnswersAgain() throws Exception {
        BufferedReader reader = open();
        source.fails = true;
        Received failed = next(reader, "status");
        while (!failed.data.contains("\"problem\":\"the database is away")) {
            failed = next(reader, "status");
        }
        assertThat(failed.data).contains("\"product\":\"cache\"");
        source.fails = false;
        while (failed.data.contains("\"problem\":\"the database is away")) {
            failed = next(reader, "status");
        }
    }

    @Test
    void readersThatDoNotReadKeepNobodyWaitingAndFurtherOnesAreToldToComeBack() throws Exception {
        for (int i = 0; i < MOST; i++) {
            sockets.add(HttpResult.begin(server, "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        }
        Await.until("all places are taken", () -> {
            return refused().status() == 503;
        });
        HttpResult refused = refused();
        assertThat(refused.head()).containsIgnoringCase("Retry-After: 5");
        assertThat(refused.body()).isEqualTo("there are already 32 readers of the event stream\n");
        long began = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            assertThat(HttpResult.get(server, "/healthz").status()).isEqualTo(200);
            assertThat(HttpResult.get(server, "/api/status").status()).isEqualTo(200);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
        sockets.remove(0).close();
        Await.until("a reader that went away frees its place", () -> {
            return refused().status() == 200;
        });
    }

    /** Asks for the stream and reads the first bytes of the reply. */
    private HttpResult refused() {
        try (Socket socket =
                HttpResult.begin(server, "GET /api/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")) {
            byte[] first = new byte[4_096];
            int read = socket.getInputStream().read(first);
            String text = new String(first, 0, Math.max(0, read), StandardCharsets.UTF_8);
            if (text.startsWith("HTTP/1.1 200")) {
                return new HttpResult(200, "", "");
            }
            String[] parts = (text + new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .split("\r\n\r\n", 2);
            return new HttpResult(Integer.parseInt(text.split(" ", -1)[1]), parts[0], parts[1]);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void theStreamEndsWithTheServerAndHeadHasNoContent() throws Exception {
        HttpResult head = HttpResult.raw(server, "HEAD /api/events HTTP/1.1", "Host: localhost");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        BufferedReader reader = open();
        next(reader, "hello");
        server.close();
        CountDownLatch ended = new CountDownLatch(1);
        try {
            while (reader.readLine() != null) {
                assertThat(ended.getCount()).isEqualTo(1);
            }
        } catch (IOException e) {
            // Reset instead of closed.
        }
    }
}

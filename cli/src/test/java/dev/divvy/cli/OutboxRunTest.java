package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.jr.ob.JSON;

class OutboxRunTest {

    /** Attempts at a test that a pause can spoil. */
    private static final int TRIES = 4;

    @TempDir
    private Path folder;

    @Test
    void anEventIsOneLineWithExactlyItsFields() throws Exception {
        try (H2 database = H2.inMemory()) {
            database.outbox("send", "--entity-id", "4 \"2\"", "--payload", "two\nlines, \u00fcber");
            Path file = folder.resolve("events.jsonl");
            Shell shell = database.outbox("run", "--to", file.toString(), "--until-empty", "--fresh");
            assertThat(shell.exitCode()).as(shell.err()).isZero();
            assertThat(shell.err()).contains("relayed 1 event; 0 attempts failed");
            assertThat(ids(Files.readAllLines(file))).hasSize(1);
            Map<String, Object> event =
                    JSON.std.mapFrom(Files.readAllLines(file).get(0));
            assertThat(event.keySet())
                    .containsExactly(
                            "id", "entityName", "entityId", "payload", "attempt", "fence", "lineage", "createdAt");
            assertThat(event)
                    .containsEntry("id", 1)
                    .containsEntry("entityName", "Order")
                    .containsEntry("entityId", "4 \"2\"")
                    .containsEntry("payload", "two\nlines, \u00fcber")
                    .containsEntry("attempt", 1);
            assertThat((Integer) event.get("fence"))
                    .as("greater than 1 after a pause")
                    .isPositive();
            assertThat(Instant.parse((String) event.get("createdAt")))
                    .isBefore(Instant.now().plusSeconds(60));
            assertThat(database.pending()).isZero();
        }
    }

    @Test
    void bytesThatAreNoTextComeAsBase64() throws Exception {
        try (H2 database = H2.inMemory()) {
            Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 0});
            database.outbox("send", "--entity-id", "1", "--payload-file", bytes.toString());
            Shell shell = database.outbox("run", "--to", "-", "--until-empty", "--fresh");
            assertThat(JSON.std.mapFrom(shell.out().lines().findFirst().orElseThrow()))
                    .hasSize(9)
                    .containsEntry("payload", "/wA=")
                    .containsEntry("payloadEncoding", "base64");
        }
    }

    @Test
    void everyEntityComesInItsOrder() throws Exception {
        try (H2 database = H2.inMemory()) {
            database.outbox("send", "--count", "500", "--entities", "9");
            String out = database.outbox("run", "--to", "-", "--until-empty", "--fresh", "--workers", "4")
                    .out();
            List<Map<String, Object>> events = new ArrayList<>();
            out.lines().forEach(line -> events.add(JSON.std.mapFrom(line)));
            assertThat(ids(out.lines().toList())).hasSize(500);
            for (int entity = 1; entity <= 9; entity++) {
                String id = Integer.toString(entity);
                assertThat(events.stream()
                                .filter(event -> id.equals(event.get("entityId")))
                                .map(event -> (Integer) event.get("id"))
                                .distinct())
                        .isSorted();
            }
        }
    }

    @Test
    void anAddressThatRefusesGetsTheEventAgain() throws Exception {
        List<String> got = Collections.synchronizedList(new ArrayList<>());
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/events", exchange -> {
            String type = exchange.getRequestHeaders().getFirst("Content-Type");
            String event = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            got.add(type + " " + event);
            byte[] answer = "not today".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(event.contains("\"a\",\"attempt\":1") ? 500 : 200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        try (H2 database = H2.inMemory()) {
            database.outbox("send", "--entity-id", "1", "--payload", "a");
            database.outbox("send", "--entity-id", "1", "--payload", "b");
            String to = "http://127.0.0.1:" + server.getAddress().getPort() + "/events";
            Shell shell = database.outbox("run", "--to", to, "--until-empty", "--fresh", "--retry-delay", "10ms");
            assertThat(shell.err()).contains("relayed 2 events; 1 attempt failed, 0 events aborted");
            assertThat(got).allMatch(one -> one.startsWith("application/json {\"id\":"));
            assertThat(got.stream()
                            .map(one -> one.replaceFirst(".*(\"payload.*),\"fence.*", "$1"))
                            .distinct())
                    .containsExactly(
                            "\"payload\":\"a\",\"attempt\":1",
                            "\"payload\":\"a\",\"attempt\":2",
                            "\"payload\":\"b\",\"attempt\":1");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void anAddressThatIsNotAvailableCountsNoAttempt() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        HttpServer server = server(exchange -> {
            int number = requests.incrementAndGet();
            if (number == 1) {
                exchange.getResponseHeaders().set("Retry-After", "1");
            }
            exchange.sendResponseHeaders(number == 1 ? 503 : number == 2 ? 429 : 200, -1);
        });
        try (H2 database = H2.inMemory()) {
            database.outbox("send", "--entity-id", "1");
            long began = System.nanoTime();
            Shell shell = database.outbox(
                    "run",
                    "--to",
                    address(server),
                    "--until-empty",
                    "--fresh",
                    "--attempts",
                    "1",
                    "--retry-delay",
                    "10ms");
            assertThat(shell.err()).contains("relayed 1 event; 0 attempts failed, 0 events aborted");
            assertThat(requests).hasValue(3);
            assertThat(System.nanoTime() - began)
                    .as("it asked for a second")
                    .isGreaterThan(TimeUnit.SECONDS.toNanos(1));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void anAddressThatRefusesConnectionsCountsNoAttempt() throws Exception {
        int port = Program.freePort();
        try (H2 database = H2.shared(folder)) {
            database.outbox("send", "--entity-id", "1");
            List<String> run = database.args(
                    "run",
                    "--to",
                    "http://127.0.0.1:" + port + "/",
                    "--fresh",
                    "--until-empty",
                    "--attempts",
                    "1",
                    "--retry-delay",
                    "10ms");
            try (Program processor = Program.start(folder, run)) {
                processor.awaitOutput("the target is not available");
                assertThat(database.pending()).isEqualTo(1);
                HttpServer server = server(port, exchange -> exchange.sendResponseHeaders(200, -1));
                try {
                    assertThat(processor.awaitExit()).as(processor.output()).isZero();
                } finally {
                    server.stop(0);
                }
            }
        }
    }

    private static HttpServer server(HttpHandler handler) throws IOException {
        return server(0, handler);
    }

    private static HttpServer server(int port, HttpHandler handler) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            handler.handle(exchange);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String address(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    @Test
    void anAddressThatRefusesForGoodAbortsTheEventWithAReason() throws Exception {
        HttpServer server = server(exchange -> exchange.sendResponseHeaders(400, -1));
        try (H2 database = H2.inMemory()) {
            database.outbox("send", "--entity-id", "1");
            Shell shell =
                    database.outbox("run", "--to", address(server), "--until-empty", "--fresh", "--attempts", "1");
            assertThat(shell.err())
                    .contains(
                            "no events are waiting",
                            "1 event aborted",
                            "1 aborted event in the outbox; list with: ./divvy outbox list --jdbc '");
            assertThat(shell.exitCode()).isEqualTo(1);
            assertThat(database.outbox("list").out()).contains("1 attempt: HTTP 400 from " + address(server));
            Shell next = database.outbox("run", "--to", "-", "--until-empty", "--fresh");
            assertThat(next.err()).contains("1 aborted event in the outbox");
            assertThat(next.exitCode()).as("those were aborted before").isZero();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void ctrlCFinishesReleasesTheShareAndPrintsASummary() throws Exception {
        for (int i = 0; i < TRIES; i++) {
            if (bothSignalsWereOne(Files.createDirectory(folder.resolve("try-" + i)))) {
                return;
            }
        }
        fail("both signals were always too far apart");
    }

    /** A pause between the two signals makes them two requests, of which the second ends the process at once. */
    private static boolean bothSignalsWereOne(Path folder) throws Exception {
        try (H2 database = H2.shared(folder)) {
            database.outbox("send", "--count", "20");
            Path file = folder.resolve("events.jsonl");
            List<String> args = database.args("run", "--to", file.toString(), "--fresh", "--name", "me");
            try (Program program = Program.start(folder, args)) {
                Program.await("all relayed", () -> database.pending() == 0);
                Pattern all = Pattern.compile("me/\\d+ +running +0-255 +256/256 ");
                Program.await(
                        "all of it",
                        () -> all.matcher(database.outbox("status").out()).find());
                program.interruptTwice();
                int exitCode = program.awaitExit();
                if (exitCode == 130) {
                    return false;
                }
                assertThat(exitCode).isZero();
                assertThat(program.output()).contains("stopped; finishing", "relayed 20 events");
            }
            assertThat(database.outbox("status").out()).contains("members   none");
            assertThat(ids(Files.readAllLines(file))).hasSize(20);
            return true;
        }
    }

    /** An event may arrive twice after a pause; its id identifies it. */
    private static Set<Object> ids(List<String> events) {
        return events.stream()
                .map(event -> Objects.requireNonNull(JSON.std.mapFrom(event).get("id")))
                .collect(Collectors.toSet());
    }

    @Test
    void processorsWithTokensOfTheirOwnShareAGroupWithTheOthers() throws Exception {
        try (H2 database = H2.shared(folder)) {
            String file = folder.resolve("events.jsonl").toString();
            List<String> some = database.args("run", "--to", file, "--fresh", "--name", "a", "--only-tokens", "0-127");
            List<String> all = database.args("run", "--to", file, "--fresh", "--name", "b");
            try (Program a = Program.start(folder, some);
                    Program b = Program.start(folder, all)) {
                a.awaitOutput("running as a");
                b.awaitOutput("running as b");
                Pattern both = Pattern.compile(
                        "member .*a/\\d+ +running +0-127 +128/256 .*b/\\d+ +running +128-255 +128/256 ",
                        Pattern.DOTALL);
                Program.await(
                        "both",
                        () -> both.matcher(database.outbox("status").out()).find());
            }
        }
    }

    @Test
    void theEndOfItsInputEndsIt() throws Exception {
        try (H2 database = H2.shared(folder)) {
            List<String> args = database.args("run", "--to", "-", "--until-stdin-ends");
            try (Program program = Program.start(folder, args)) {
                program.awaitOutput("running as ");
                program.process().getOutputStream().close();
                assertThat(program.awaitExit()).isZero();
                assertThat(program.output()).contains("standard input ended");
            }
        }
    }

    @Test
    void aReaderThatGoesAwayEndsItAndLosesNothing() throws Exception {
        try (H2 database = H2.shared(folder)) {
            Path errors = folder.resolve("errors.txt");
            Process process = Program.command(database.args("run", "--to", "-", "--fresh"))
                    .redirectError(errors.toFile())
                    .start();
            try {
                process.getInputStream().close();
                database.outbox("send", "--count", "3", "--entities", "1");
                Program.await("its end", () -> !process.isAlive());
                assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
                assertThat(Files.readString(errors))
                        .contains("the output was closed by its reader", "relayed 0 events")
                        .doesNotContain("and is retried", "CancellationException", "hangs", "\tat ");
            } finally {
                process.destroyForcibly();
            }
            assertThat(database.pending()).isEqualTo(3);
            assertThat(JSON.std.mapFrom(database.outbox("status", "--json").out()))
                    .containsEntry("retrying", 0);
        }
    }

    @Test
    void watchingShowsTheBeginningAndTheEndOfAnOutage() throws Exception {
        try (H2 database = H2.shared(folder);
                Program program = Program.start(folder, database.args("status", "--watch", "--json"))) {
            program.awaitOutput("\"pending\":0");
            database.run("ALTER TABLE divvy_outbox RENAME TO away");
            program.awaitOutput("\"problem\":\"there are no Divvy tables in ");
            database.run("ALTER TABLE away RENAME TO divvy_outbox");
            database.outbox("send", "--count", "3");
            program.awaitOutput("\"pending\":3");
        }
    }

    @Test
    void aFileThatCannotBeWrittenAnyMoreIsAFailureAndLosesNothing() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "only Linux has /dev/full");
        try (H2 database = H2.inMemory()) {
            database.outbox("send", "--count", "3");
            Shell shell = database.outbox("run", "--to", full.toString(), "--fresh");
            assertThat(shell.exitCode()).isEqualTo(1);
            assertThat(shell.err()).contains("cannot write /dev/full: No space left on device; nothing was lost");
            assertThat(database.pending()).isEqualTo(3);
        }
    }
}

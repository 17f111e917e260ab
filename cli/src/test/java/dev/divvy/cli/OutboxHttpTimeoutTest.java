package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** {@code outbox run --to http://...} and a receiver that does not answer in time. */
class OutboxHttpTimeoutTest {

    /** A receiver that accepts every request and never answers some. */
    private static final class Receiver implements AutoCloseable {

        private final CountDownLatch end = new CountDownLatch(1);
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final HttpServer server;

        Receiver(Predicate<String> hangs) throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(threads);
            server.createContext("/", exchange -> {
                String event = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                if (hangs.test(event)) {
                    awaitEnd();
                }
                exchange.sendResponseHeaders(200, -1);
                exchange.close();
            });
            server.start();
        }

        private void awaitEnd() {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        String address() {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        }

        @Override
        public void close() {
            end.countDown();
            server.stop(0);
            threads.shutdownNow();
        }
    }

    private static Shell relay(H2 database, Receiver receiver, String attempts) {
        return database.outbox(
                "run",
                "--to",
                receiver.address(),
                "--until-empty",
                "--fresh",
                "--workers",
                "1",
                "--handler-timeout",
                "1s",
                "--retry-delay",
                "10ms",
                "--attempts",
                attempts);
    }

    @Test
    void aReceiverThatAnswersNothingIsUnavailable() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        try (H2 database = H2.inMemory();
                Receiver receiver = new Receiver(event -> requests.incrementAndGet() <= 2)) {
            database.outbox("send", "--entity-id", "1");
            Shell shell = relay(database, receiver, "1");
            assertThat(shell.err()).contains("relayed 1 event; 0 attempts failed, 0 events aborted");
            assertThat(requests).hasValue(3);
        }
    }

    @Test
    void anEventThatIsNeverAnsweredFailsWhileOthersAreAnsweredAndDoesNotBlockThem() throws Exception {
        try (H2 database = H2.inMemory();
                Receiver receiver = new Receiver(event -> event.contains("\"payload\":\"poison\""))) {
            database.outbox("send", "--entity-id", "1", "--payload", "poison");
            database.outbox("send", "--entity-id", "2", "--payload", "b");
            database.outbox("send", "--entity-id", "3", "--payload", "c");
            Shell shell = relay(database, receiver, "2");
            assertThat(shell.err()).contains("relayed 2 events; 2 attempts failed, 1 event aborted");
            assertThat(database.outbox("list").out())
                    .contains("2 attempts: no response from " + receiver.address() + " in time");
        }
    }
}

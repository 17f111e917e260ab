package dev.divvy.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Clients that exceed a limit of memory, connections or time do not affect other clients. */
class ClientLimitsTest {

    private static final String TOO_LONG = "-ERR string exceeds maximum allowed size (proto-max-bulk-len)";
    private static final String TOO_MANY = "-ERR max number of clients reached";

    /** The connections above the limit that are accepted for a moment, since they may be of nodes. */
    private static final int NODE_HEADROOM = 256;

    /** The time without progress after which the test takes reading to have stopped. */
    private static final long STALLED_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static UnaryOperator<NodeSettings> limits(int maxValueLength, long unreadReplies, int connections) {
        return settings -> settings.withMaxValue(maxValueLength)
                .withMaxRequest(64 << 20, 1 << 20)
                .withMaxUnreadReplies(unreadReplies)
                .withMaxConnections(connections);
    }

    @Test
    void noValueGrowsBeyondTheLimitOfItsNode() {
        try (TestCluster cluster = new TestCluster(limits(1000, 16 << 20, 100)).with("n1", "n2");
                RespClient client = cluster.client("n1")) {
            for (int i = 0; i < 10; i++) {
                // On this node and on the other one.
                String key = "grows" + i;
                assertThat(client.ask("APPEND", key, "x".repeat(600))).isEqualTo(600L);
                assertThat(client.ask("APPEND", key, "x".repeat(401))).isEqualTo(TOO_LONG);
                assertThat(client.ask("SETRANGE", key, "999", "xy")).isEqualTo(TOO_LONG);
                assertThat(client.ask("STRLEN", key)).isEqualTo(600L);
                assertThat(client.ask("SETRANGE", key, "998", "xy")).isEqualTo(1000L);
            }
            cluster.with("n3");
            for (int i = 0; i < 10; i++) {
                assertThat(client.ask("APPEND", "grows" + i, "x")).isEqualTo(TOO_LONG);
            }
            client.raw(bytes("SET plain " + "x".repeat(1001) + "\r\n"));
            client.flush();
            assertThat(client.receive()).isEqualTo("-ERR Protocol error: invalid bulk length");
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void aKeyAndAValueOfTheGreatestLengthAreTransferred() {
        int longest = 1 << 20;
        String key = "k".repeat(longest);
        String value = "v".repeat(longest);
        try (TestCluster cluster = new TestCluster(limits(longest, 16 << 20, 100)).with("n1")) {
            try (RespClient client = cluster.client("n1")) {
                assertThat(client.ask("SET", key, value)).isEqualTo("OK");
            }
            cluster.with("n2");
            cluster.stop("n1");
            try (RespClient client = cluster.client("n2")) {
                assertThat(client.ask("GET", key)).isEqualTo(value);
            }
        }
    }

    @Test
    void aClientThatReadsLateGetsAllRepliesInOrder() {
        int keys = 100;
        String filling = "x".repeat(100_000);
        try (TestCluster cluster = new TestCluster(limits(1 << 20, 1 << 20, 100)).with("n1", "n2");
                RespClient client = cluster.client("n1")) {
            for (int i = 0; i < keys; i++) {
                assertThat(client.ask("SET", "late" + i, i + filling)).isEqualTo("OK");
            }
            // Ten times as many bytes as may wait, half of them of the other node.
            for (int i = 0; i < keys; i++) {
                client.send("GET", "late" + i);
            }
            client.flush();
            for (int i = 0; i < keys; i++) {
                assertThat(client.receive()).isEqualTo(i + filling);
            }
        }
    }

    @Test
    void aNodeStopsReadingFromAClientThatDoesNotReadUntilItDoes() throws IOException {
        int limit = 128 << 20;
        String value = "x".repeat(50_000);
        try (TestCluster cluster = new TestCluster().with("n1");
                RespClient other = cluster.client("n1");
                SocketChannel unread = SocketChannel.open(cluster.node("n1").address())) {
            assertThat(other.ask("SET", "large", value)).isEqualTo("OK");
            unread.configureBlocking(false);
            byte[] requests = bytes("GET large\r\n".repeat(10_000));
            ByteBuffer next = ByteBuffer.wrap(requests);
            long sent = 0;
            long last = System.nanoTime();
            while (System.nanoTime() - last < STALLED_NANOS && sent < limit) {
                int written = unread.write(next);
                sent += written;
                last = written > 0 ? System.nanoTime() : last;
                if (!next.hasRemaining()) {
                    next.rewind();
                }
                assertThat(other.ask("PING")).isEqualTo("PONG");
            }
            assertThat(sent).as("bytes read from a client that does not read").isLessThan(limit);
            unread.configureBlocking(true);
            ByteBuffer replies = ByteBuffer.allocate(20 << 20);
            while (replies.hasRemaining()) {
                assertThat(unread.read(replies)).isPositive();
            }
            String first = "$50000\r\n" + value + "\r\n";
            assertThat(new String(replies.array(), 0, first.length(), StandardCharsets.UTF_8))
                    .isEqualTo(first);
        }
    }

    @Test
    void aClientThatDoesNotReadTheRepliesOfOtherNodesIsDisconnected() {
        try (TestCluster cluster = new TestCluster(limits(4 << 20, 16 << 20, 100)).with("n1", "n2");
                RespClient client = cluster.client("n1");
                RespClient unread = cluster.client("n1")) {
            int number = 0;
            while (cluster.node("n2").size() == 0) {
                number++;
                assertThat(client.ask("SET", "large" + number, "x".repeat(4 << 20)))
                        .isEqualTo("OK");
            }
            String key = "large" + number;
            assertThat(unread.ask("CLIENT", "SETNAME", "unread")).isEqualTo("OK");
            for (int i = 0; i < 100; i++) {
                unread.send("GET", key);
            }
            unread.flush();
            TestCluster.until(
                    "it is disconnected",
                    () -> !String.valueOf(client.ask("CLIENT", "LIST")).contains("name=unread "));
            assertThat(client.ask("STRLEN", key)).isEqualTo(4L << 20);
        }
    }

    @Test
    void anIncompleteRequestDelaysNoOtherClient() {
        List<RespClient> incomplete = new ArrayList<>();
        try (TestCluster cluster = new TestCluster().with("n1", "n2");
                RespClient client = cluster.client("n1")) {
            for (String part : List.of(
                    "*",
                    "*2\r",
                    "*2\r\n$3\r\nGET\r\n$",
                    "*2\r\n$3\r\nGET\r\n$67108864\r\nab",
                    "*1048576\r\n$3\r\nDEL\r\n$1\r\na\r\n",
                    "GET a")) {
                RespClient sender = cluster.client("n1");
                incomplete.add(sender);
                sender.raw(bytes(part));
                sender.flush();
            }
            for (int i = 0; i < 50; i++) {
                assertThat(client.ask("SET", "whole" + i, "value")).isEqualTo("OK");
            }
            RespClient inline = incomplete.get(incomplete.size() - 1);
            inline.raw(bytes("bc\r\n"));
            inline.flush();
            assertThat(inline.receive()).isNull();
            incomplete.forEach(RespClient::close);
        }
    }

    @Test
    void silentConnectionsKeepNoNodeOut() {
        int limit = 4;
        List<RespClient> silent = new ArrayList<>();
        try (TestCluster cluster = new TestCluster(limits(1 << 20, 16 << 20, limit)).with("n1")) {
            for (int i = 0; i < limit; i++) {
                RespClient admitted = cluster.client("n1");
                silent.add(admitted);
                assertThat(admitted.ask("PING")).isEqualTo("PONG");
            }
            for (int i = 0; i < NODE_HEADROOM; i++) {
                silent.add(cluster.client("n1"));
            }
            TestCluster.until("no further connection is accepted", () -> {
                try (RespClient next = cluster.client("n1")) {
                    return TOO_MANY.equals(next.receive()) && next.isClosed();
                }
            });
            // The connections above the limit could have been of nodes; they sent nothing, so they are refused, too.
            for (RespClient refused : silent.subList(limit, silent.size())) {
                assertThat(refused.receive()).isEqualTo(TOO_MANY);
                assertThat(refused.isClosed()).isTrue();
            }
            assertThat(silent.get(0).ask("PING")).isEqualTo("PONG");
            cluster.with("n2");
            for (int i = 0; i < 20; i++) {
                assertThat(silent.get(1).ask("SET", "key" + i, "value")).isEqualTo("OK");
            }
            assertThat(cluster.node("n2").size()).isPositive();
            silent.forEach(RespClient::close);
        }
    }
}

package dev.divvy.cache.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.testcluster.RespClient;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests and replies that are longer, in total, than the heap of a node. */
class ConnectionMemoryTest {

    private static final int VALUE = 4 << 20;

    /** Two nodes with heaps of 128 MB. */
    private static final ProcessCluster CLUSTER = new ProcessCluster(2, Duration.ofSeconds(20));

    @BeforeAll
    static void start() {
        CLUSTER.startAll();
    }

    @AfterAll
    static void end() {
        CLUSTER.close();
    }

    @Test
    void aSlowClientGetsManyLargeValuesInOrder() throws IOException {
        List<String> keys = largeKeys();
        int rounds = 18; // 144 MB
        try (Socket slow = connect();
                RespClient other = CLUSTER.client(1)) {
            List<String> words = new ArrayList<>(List.of("MGET"));
            for (int i = 0; i < rounds; i++) {
                words.addAll(keys);
            }
            slow.getOutputStream().write(frame(words));
            InputStream in = new BufferedInputStream(slow.getInputStream());
            assertThat(line(in)).isEqualTo("*" + rounds * keys.size());
            for (int i = 0; i < rounds * keys.size(); i++) {
                assertThat(line(in)).isEqualTo("$" + VALUE);
                byte[] value = in.readNBytes(VALUE);
                assertThat(value[0]).isEqualTo((byte) ('0' + i % keys.size()));
                assertThat(value[VALUE - 1]).isEqualTo(value[0]);
                assertThat(line(in)).isEmpty();
                assertThat(other.ask("PING")).isEqualTo("PONG");
            }
            slow.getOutputStream().write(frame(List.of("PING")));
            assertThat(line(in)).isEqualTo("+PONG");
        }
        assertThat(CLUSTER.process(1).tail()).doesNotContain("OutOfMemory");
        assertThat(CLUSTER.process(2).tail()).doesNotContain("OutOfMemory");
    }

    /** Sets a large value on each of the nodes; returns the keys. The first byte of a value is its place among the keys. */
    private static List<String> largeKeys() {
        List<String> keys = new ArrayList<>();
        try (RespClient client = CLUSTER.client(1)) {
            for (int node = 1; node <= 2; node++) {
                long before = CLUSTER.size(node);
                for (int i = 0; CLUSTER.size(node) == before; i++) {
                    String key = "large" + node + "-" + i;
                    assertThat(client.ask("SET", key, "small")).isEqualTo("OK");
                    if (CLUSTER.size(node) > before) {
                        assertThat(client.ask(
                                        "SET", key, String.valueOf(node - 1).repeat(VALUE)))
                                .isEqualTo("OK");
                        keys.add(key);
                    }
                }
            }
        }
        return keys;
    }

    @Test
    void moreIncompleteRequestsThanMemoryAreCompletedOneAfterTheOther() throws IOException {
        int clients = 50; // 150 MB in total
        int length = 3 << 20;
        List<Socket> sockets = new ArrayList<>();
        try (RespClient other = CLUSTER.client(1)) {
            for (int i = 0; i < clients; i++) {
                sockets.add(connect());
            }
            byte[] value = "x".repeat(length).getBytes(StandardCharsets.US_ASCII);
            List<Thread> senders = new ArrayList<>();
            List<String> replies = Collections.synchronizedList(new ArrayList<>());
            for (Socket socket : sockets) {
                Thread sender = new Thread(() -> {
                    try {
                        socket.getOutputStream()
                                .write(("*3\r\n$3\r\nSET\r\n$4\r\nsame\r\n$" + length + "\r\n")
                                        .getBytes(StandardCharsets.US_ASCII));
                        socket.getOutputStream().write(value);
                        socket.getOutputStream().write("\r\n".getBytes(StandardCharsets.US_ASCII));
                        replies.add(line(socket.getInputStream()));
                    } catch (IOException e) {
                        replies.add(e.toString());
                    }
                });
                sender.start();
                senders.add(sender);
            }
            for (Thread sender : senders) {
                while (sender.isAlive()) {
                    assertThat(other.ask("PING")).isEqualTo("PONG");
                    join(sender);
                }
            }
            assertThat(replies).as(CLUSTER.process(1).tail()).hasSize(clients).containsOnly("+OK");
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        assertThat(CLUSTER.process(1).tail()).doesNotContain("OutOfMemory");
    }

    private static void join(Thread thread) {
        try {
            thread.join(10);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(64 * 1024);
        InetSocketAddress address = CLUSTER.address(1);
        socket.connect(address);
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static byte[] frame(List<String> words) {
        StringBuilder frame = new StringBuilder("*" + words.size() + "\r\n");
        words.forEach(word -> frame.append("$")
                .append(word.length())
                .append("\r\n")
                .append(word)
                .append("\r\n"));
        return frame.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection was closed");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }
}

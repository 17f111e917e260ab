package dev.divvy.cli.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class NodeClientTest {

    @Test
    void everyKindOfReplyIsRead() throws IOException {
        String sent = "+OK\r\n:42\r\n$-1\r\n_\r\n-ERR no\r\n*3\r\n$2\r\nhi\r\n:7\r\n*1\r\n+x\r\n*-1\r\n$0\r\n\r\n";
        try (ServerSocket server = server();
                NodeClient client = client(server)) {
            answer(server, sent);
            assertThat(client.reply().shown()).isEqualTo("OK");
            assertThat(client.reply()).isEqualTo(NodeReply.of(NodeReply.Kind.NUMBER, "42"));
            assertThat(client.reply().shown()).isEqualTo("(nil)");
            assertThat(client.reply().shown()).isEqualTo("(nil)");
            assertThat(client.reply().isError()).isTrue();
            assertThat(client.reply().lines()).isEqualTo(List.of("hi", "7", "x"));
            assertThat(client.reply().kind()).isEqualTo(NodeReply.Kind.NIL);
            assertThat(client.reply().shown()).isEmpty();
        }
    }

    @Test
    void aReplyLargerThanTheBufferIsReadWhole() throws IOException {
        String large = "x".repeat(300_000);
        try (ServerSocket server = server();
                NodeClient client = client(server)) {
            answer(server, "$300000\r\n" + large + "\r\n+after\r\n");
            assertThat(client.reply().text()).isEqualTo(large);
            assertThat(client.reply().text()).isEqualTo("after");
        }
    }

    @Test
    void aReplyThatWouldNotFitIsRefusedBeforeItComes() throws IOException {
        for (String beginning : List.of("$134217728\r\n", "*2\r\n$1\r\nx\r\n$134217710\r\n")) {
            try (ServerSocket server = server();
                    NodeClient client = client(server)) {
                answer(server, beginning);
                assertThatThrownBy(client::reply).hasMessage("its reply is longer than 134217728 bytes");
            }
        }
    }

    @Test
    void aClosedConnectionSilenceAndAnotherProtocolAreReported() throws IOException {
        try (ServerSocket server = server();
                NodeClient client = client(server, Duration.ofMillis(500))) {
            assertThatThrownBy(client::reply).hasMessageContaining("no answer within 0.5 s");
        }
        try (ServerSocket server = server();
                NodeClient client = client(server)) {
            answer(server, "HTTP/1.1 400 Bad Request\r\n");
            assertThatThrownBy(client::reply).hasMessageContaining("does not speak the Redis protocol");
        }
        try (ServerSocket server = server();
                NodeClient client = client(server)) {
            server.accept().close();
            assertThatThrownBy(client::reply).isInstanceOf(IOException.class);
        }
    }

    private static ServerSocket server() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static NodeClient client(ServerSocket server) throws IOException {
        return client(server, Duration.ofSeconds(30));
    }

    private static NodeClient client(ServerSocket server, Duration patience) throws IOException {
        InetSocketAddress address = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
        return NodeClient.connect(address, NodeAccess.FREE, patience);
    }

    private static void answer(ServerSocket server, String bytes) {
        var unused = CompletableFuture.runAsync(() -> {
            try {
                Socket caller = server.accept();
                caller.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}

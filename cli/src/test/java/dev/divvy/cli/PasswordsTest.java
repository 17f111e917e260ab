package dev.divvy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each password is sent to the kind of server that it is for, and to no other. */
class PasswordsTest {

    private static final Map<String, String> OTHERS = Map.of(
            "DIVVY_JDBC_PASSWORD", "of-the-database",
            "DIVVY_OUTBOX_JDBC_PASSWORD", "of-the-outbox",
            "DIVVY_REDIS_PASSWORD", "of-the-redis",
            "REDIS_PASS", "of-the-old-redis",
            "DIVVY_PASSWORD", "of-nothing");

    @Test
    void aNodeReceivesItsOwnPasswordAlone(@TempDir Path folder) throws Exception {
        assertThat(sentToANode(folder, Map.of("DIVVY_CACHE_PASSWORD", "of-the-cache")))
                .contains("AUTH", "of-the-cache")
                .doesNotContain(OTHERS.values());
    }

    @Test
    void aNodeWithoutAPasswordReceivesNone(@TempDir Path folder) throws Exception {
        assertThat(sentToANode(folder, Map.of())).contains("DIVVY.").doesNotContain("AUTH", "of-");
    }

    /** Returns the first bytes that {@code divvy status} sends to its node, with the passwords of all other servers in the environment. */
    private static String sentToANode(Path folder, Map<String, String> environment) throws Exception {
        try (ServerSocket node = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> received = CompletableFuture.supplyAsync(() -> received(node));
            ProcessBuilder command = Program.command(List.of("status", "--at", "127.0.0.1:" + node.getLocalPort()));
            command.environment().putAll(OTHERS);
            command.environment().putAll(environment);
            try (Program status = Program.start(folder, command)) {
                assertThat(status.awaitExit()).isEqualTo(1);
            }
            return received.join();
        }
    }

    private static String received(ServerSocket node) {
        try (Socket client = node.accept()) {
            byte[] bytes = new byte[1000];
            int read = client.getInputStream().read(bytes);
            return new String(bytes, 0, Math.max(0, read), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

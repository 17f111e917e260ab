package dev.divvy.testservers.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.process.Processes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@NeedsRedis
@Tag("long")
class RedisServerTest {

    @Test
    void theSharedServerStaysUpAfterClose() throws IOException {
        RedisServer server = RedisServer.shared();
        server.close();
        assertThat(RedisServer.shared()).isSameAs(server);
        assertThat(ask(server, "PING")).isEqualTo("+PONG");
        assertThat(server.address()).isEqualTo("redis://127.0.0.1:" + server.port());
    }

    @Test
    void whatWasWrittenSurvivesARestartAndAKill() throws IOException {
        try (RedisServer server = RedisServer.start()) {
            assertThat(ask(server, "SET k first")).isEqualTo("+OK");
            server.restart();
            assertThat(ask(server, "STRLEN k")).isEqualTo(":5");
            assertThat(ask(server, "APPEND k more")).isEqualTo(":9");
            long before = server.pid();
            server.kill();
            assertThat(Processes.alive(before)).isFalse();
            assertThatThrownBy(() -> ask(server, "PING")).isInstanceOf(IOException.class);
            server.startAgain();
            assertThat(ask(server, "STRLEN k")).isEqualTo(":9");
        }
    }

    @Test
    void aPausedServerAnswersWhenItIsResumed() throws IOException {
        try (RedisServer server = RedisServer.start();
                Socket socket = new Socket(server.host(), server.port())) {
            server.pause();
            socket.setSoTimeout(300);
            assertThatThrownBy(() -> ask(socket, "PING")).isInstanceOf(SocketTimeoutException.class);
            server.resume();
            socket.setSoTimeout(30_000);
            assertThat(ask(socket, "PING")).isEqualTo("+PONG");
        }
    }

    private static String ask(RedisServer server, String command) throws IOException {
        try (Socket socket = new Socket(server.host(), server.port())) {
            return ask(socket, command);
        }
    }

    private static String ask(Socket socket, String command) throws IOException {
        socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)).readLine();
    }
}

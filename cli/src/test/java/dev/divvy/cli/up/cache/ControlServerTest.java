package dev.divvy.cli.up.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cli.cache.NodeRow;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlServerTest {

    @Test
    void eachLineIsAnsweredOnAConnectionOfItsOwn() throws IOException {
        try (ControlServer server = new ControlServer(0, line -> List.of("heard " + line, "end"))) {
            assertThat(ask(server, "list\n")).containsExactly("heard list", "end");
            assertThat(ask(server, "start 3\r\n")).containsExactly("heard start 3", "end");
        }
    }

    @Test
    void aLineWithoutAnEndIsCutAndACallerThatGoesAwayDoesNoHarm() throws IOException {
        try (ControlServer server = new ControlServer(0, line -> List.of(Integer.toString(line.length())))) {
            new Socket(InetAddress.getLoopbackAddress(), server.port()).close();
            assertThat(ask(server, "x".repeat(200))).containsExactly("200");
        }
    }

    @Test
    void noClientIsAnsweredAfterClose() throws IOException {
        ControlServer server = new ControlServer(0, List::of);
        server.close();
        assertThatThrownBy(() -> ask(server, "list\n")).isInstanceOf(ConnectException.class);
    }

    @Test
    void theShellReadsTheRowsThatUpWrites() {
        List<NodeRow> nodes = List.of(
                new NodeRow("n1", "STARTING", "127.0.0.1:7401", 0, "", 12),
                new NodeRow("n2", NodeRow.GONE, "127.0.0.1:7402", 0, "", 13));
        List<String> lines =
                List.of(nodes.get(0).line(), "something else", nodes.get(1).line());
        assertThat(NodeRow.listed(lines)).isEqualTo(nodes);
    }

    private static List<String> ask(ControlServer server, String line) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}

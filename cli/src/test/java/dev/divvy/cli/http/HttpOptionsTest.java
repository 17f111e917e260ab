package dev.divvy.cli.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.console.ConsoleServer;
import dev.divvy.console.ConsoleSettings;
import dev.divvy.testservers.net.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class HttpOptionsTest {

    private static final String REPLAY = "{\"format\":\"divvy-replay\",\"formatVersion\":1}";

    @Command(name = "sample")
    private static final class Sample {

        @Mixin
        private final HttpOptions http = new HttpOptions();
    }

    private static HttpOptions parsed(String... args) {
        Sample sample = new Sample();
        new CommandLine(sample).parseArgs(args);
        return sample.http;
    }

    @Test
    @SuppressWarnings("try") // the socket only takes the port
    void theUsualPortThatIsTakenAtTheLastMomentGivesWayToAnother() throws Exception {
        int port = Ports.free();
        HttpOptions http = parsed();
        ConsoleSettings settings = http.settings(port);
        assertThat(settings.address().getPort()).isEqualTo(port);
        try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                ConsoleServer server = http.start(settings, HttpOptionsTest::start)) {
            assertThat(server.port()).isNotEqualTo(port).isPositive();
        }
    }

    @Test
    @SuppressWarnings("try") // the socket only takes the port
    void aGivenPortThatIsTakenAtTheLastMomentIsNamed() throws Exception {
        int port = Ports.free();
        HttpOptions http = parsed("--http", Integer.toString(port));
        ConsoleSettings settings = http.settings(HttpOptions.USUAL_PORT);
        try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> http.start(settings, HttpOptionsTest::start))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("--http: cannot listen on ")
                    .hasMessageContaining(":" + port);
        }
    }

    private static ConsoleServer start(ConsoleSettings settings) throws IOException {
        return ConsoleServer.startReplay(settings, REPLAY);
    }
}

package dev.divvy.testservers.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@NeedsRedis
class FaultyProxyTest {

    private static final Duration DELAY = Duration.ofMillis(100);

    @Test
    void trafficCanBeDelayedPausedAndCut() throws IOException {
        try (FaultyProxy proxy = FaultyProxy.to(RedisServer.shared());
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(proxy))) {
            assertThat(pinged(socket)).isEqualTo("+PONG\r\n");
            proxy.delay(DELAY);
            long before = System.nanoTime();
            assertThat(pinged(socket)).isEqualTo("+PONG\r\n");
            assertThat(System.nanoTime() - before)
                    .isGreaterThanOrEqualTo(DELAY.multipliedBy(2).toNanos());
            proxy.delay(Duration.ZERO);
            proxy.pause();
            socket.setSoTimeout(200);
            assertThatThrownBy(() -> pinged(socket)).isInstanceOf(SocketTimeoutException.class);
            proxy.resume();
            socket.setSoTimeout(0);
            assertThat(read(socket)).as("the late reply").isEqualTo("+PONG\r\n");
            proxy.cut();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    private static int port(FaultyProxy proxy) {
        return Integer.parseInt(proxy.address().substring(proxy.address().indexOf(':') + 1));
    }

    private static String pinged(Socket socket) throws IOException {
        socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
        return read(socket);
    }

    private static String read(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes(7), StandardCharsets.US_ASCII);
    }
}

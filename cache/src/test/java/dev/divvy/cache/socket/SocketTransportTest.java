package dev.divvy.cache.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both kinds of sockets behave alike. */
class SocketTransportTest {

    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private static final byte[] HELLO = {'h', 'e', 'l', 'l', 'o'};

    @Test
    void epollIsUsedOnLinux() {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        assumeTrue(system.matches("Linux (amd64|aarch64)"), "there is no native library for " + system);
        assertThat(SocketTransport.best()).isEqualTo(SocketTransport.EPOLL);
    }

    @ParameterizedTest
    @EnumSource
    void connectionsWaitUntilTheyAreAccepted(SocketTransport sockets) throws IOException {
        assumeTrue(sockets == SocketTransport.NIO || SocketTransport.best() == sockets, "there is no epoll here");
        try (ListeningSocket listening = ListeningSocket.bind(sockets, "test", 1, ANY);
                Socket client = new Socket()) {
            client.connect(listening.address());
            client.getOutputStream().write(HELLO);
            listening.accept(channel -> channel.pipeline().addLast(new Echo()));
            assertThat(client.getInputStream().readNBytes(5)).isEqualTo(HELLO);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTakenPortIsNamedWithTheReason(SocketTransport sockets) throws IOException {
        assumeTrue(sockets == SocketTransport.NIO || SocketTransport.best() == sockets, "there is no epoll here");
        try (ListeningSocket taken = ListeningSocket.bind(sockets, "test", 1, ANY)) {
            assertThatThrownBy(() -> ListeningSocket.bind(sockets, "test", 1, taken.address()))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot listen at %s:%d: Address already in use"
                            .formatted(
                                    taken.address().getHostString(),
                                    taken.address().getPort()));
        }
    }

    private static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            var unused = ctx.writeAndFlush((ByteBuf) message);
        }
    }
}

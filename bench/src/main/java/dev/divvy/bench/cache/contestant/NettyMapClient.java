package dev.divvy.bench.cache.contestant;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The client of two {@link NettyMapProcess} servers, as two of three members are remote: the least work possible with Netty. */
final class NettyMapClient implements Contestant {

    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final List<Connection> servers = new ArrayList<>();

    NettyMapClient(List<Integer> ports) throws InterruptedException {
        for (int port : ports) {
            Connection server = new Connection();
            new Bootstrap()
                    .group(loop)
                    .channel(NioSocketChannel.class)
                    .handler(server)
                    .connect("127.0.0.1", port)
                    .sync();
            servers.add(server);
        }
    }

    /** One connection. Its state is used on the event loop only. */
    private static final class Connection extends ChannelInitializer<SocketChannel> {

        /** Requests without a reply, in the order in which they were sent. */
        private final Queue<CompletableFuture<byte[]>> pending = new ArrayDeque<>();

        private @Nullable Channel channel;

        @Override
        protected void initChannel(SocketChannel initialized) {
            channel = initialized;
            LengthFraming.addTo(initialized.pipeline()).addLast(new SimpleChannelInboundHandler<ByteBuf>() {
                @Override
                protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
                    byte[] value = new byte[frame.readableBytes()];
                    frame.readBytes(value);
                    pending.remove().complete(value);
                }
            });
        }

        CompletableFuture<byte[]> send(byte[] key, byte[] value) {
            Channel open = Objects.requireNonNull(channel);
            ByteBuf request = open.alloc().buffer(LengthFraming.LENGTH + 1 + key.length + value.length);
            request.writeInt(1 + key.length + value.length);
            request.writeByte(key.length).writeBytes(key).writeBytes(value);
            CompletableFuture<byte[]> reply = new CompletableFuture<>();
            open.eventLoop().execute(() -> {
                pending.add(reply);
                var unused = open.writeAndFlush(request, open.voidPromise());
            });
            return reply;
        }
    }

    @Override
    public byte[] get(String key) throws Exception {
        return send(key, new byte[0]).get();
    }

    @Override
    public void put(String key, byte[] value) throws Exception {
        send(key, value).get();
    }

    @Override
    public CompletionStage<byte[]> getAsync(String key) {
        return send(key, new byte[0]);
    }

    @Override
    public CompletionStage<?> putAsync(String key, byte[] value) {
        return send(key, value);
    }

    /** Sends a request; one without a value is a read. */
    private CompletableFuture<byte[]> send(String key, byte[] value) {
        return servers.get(Math.floorMod(key.hashCode(), servers.size()))
                .send(key.getBytes(StandardCharsets.US_ASCII), value);
    }

    @Override
    public boolean isRemote(String key) {
        return true;
    }

    @Override
    public void close() {
        var unused = loop.shutdownGracefully().awaitUninterruptibly();
    }
}

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

/** The client of two {@link FloorProcess}es, as two of three members are others: the least that can be done with Netty. */
final class Floor implements Contestant {

    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final List<Connected> servers = new ArrayList<>();

    Floor(List<Integer> ports) throws InterruptedException {
        for (int port : ports) {
            Connected server = new Connected();
            new Bootstrap()
                    .group(loop)
                    .channel(NioSocketChannel.class)
                    .handler(server)
                    .connect("127.0.0.1", port)
                    .sync();
            servers.add(server);
        }
    }

    /** One connection; what is on it happens on the event loop alone. */
    private static final class Connected extends ChannelInitializer<SocketChannel> {

        /** In the order in which they were asked. */
        private final Queue<CompletableFuture<byte[]>> asked = new ArrayDeque<>();

        private @Nullable Channel channel;

        @Override
        protected void initChannel(SocketChannel made) {
            channel = made;
            Frames.into(made.pipeline()).addLast(new SimpleChannelInboundHandler<ByteBuf>() {
                @Override
                protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
                    byte[] value = new byte[frame.readableBytes()];
                    frame.readBytes(value);
                    asked.remove().complete(value);
                }
            });
        }

        CompletableFuture<byte[]> ask(byte[] key, byte[] value) {
            Channel open = Objects.requireNonNull(channel);
            ByteBuf request = open.alloc().buffer(Frames.LENGTH + 1 + key.length + value.length);
            request.writeInt(1 + key.length + value.length);
            request.writeByte(key.length).writeBytes(key).writeBytes(value);
            CompletableFuture<byte[]> answer = new CompletableFuture<>();
            open.eventLoop().execute(() -> {
                asked.add(answer);
                var unused = open.writeAndFlush(request, open.voidPromise());
            });
            return answer;
        }
    }

    @Override
    public byte[] get(String key) throws Exception {
        return ask(key, new byte[0]).get();
    }

    @Override
    public void put(String key, byte[] value) throws Exception {
        ask(key, value).get();
    }

    @Override
    public CompletionStage<byte[]> getLater(String key) {
        return ask(key, new byte[0]);
    }

    /** A request without a value reads. */
    private CompletableFuture<byte[]> ask(String key, byte[] value) {
        return servers.get(Math.floorMod(key.hashCode(), servers.size()))
                .ask(key.getBytes(StandardCharsets.US_ASCII), value);
    }

    @Override
    public boolean isElsewhere(String key) {
        return true;
    }

    @Override
    public void close() {
        var unused = loop.shutdownGracefully().awaitUninterruptibly();
    }
}

package dev.divvy.bench.cache.contestant;

import dev.divvy.bench.live.Ends;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A map behind Netty, without anything that makes a cache of it: no owners, no protocol of others, no expiry, no limits. */
public final class FloorProcess {

    private static final byte[] NOTHING = {};

    private FloorProcess() {}

    public static void main(String[] words) throws Exception {
        Map<String, byte[]> map = new ConcurrentHashMap<>();
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        Channel door = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel made) {
                        Frames.into(made.pipeline()).addLast(new Server(map));
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        System.out.println(Said.PORT + ((InetSocketAddress) door.localAddress()).getPort());
        Ends.awaitEnd();
        System.exit(0);
    }

    private static final class Server extends SimpleChannelInboundHandler<ByteBuf> {

        private final Map<String, byte[]> map;

        private Server(Map<String, byte[]> map) {
            this.map = map;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
            String key = frame.readCharSequence(frame.readUnsignedByte(), StandardCharsets.US_ASCII)
                    .toString();
            byte[] answer = NOTHING;
            if (frame.isReadable()) {
                byte[] value = new byte[frame.readableBytes()];
                frame.readBytes(value);
                map.put(key, value);
            } else {
                answer = map.getOrDefault(key, NOTHING);
            }
            ByteBuf out = context.alloc().buffer(Frames.LENGTH + answer.length);
            out.writeInt(answer.length).writeBytes(answer);
            var unused = context.writeAndFlush(out, context.voidPromise());
        }
    }
}

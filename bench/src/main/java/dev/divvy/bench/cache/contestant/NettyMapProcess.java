package dev.divvy.bench.cache.contestant;

import dev.divvy.bench.live.StandardInput;
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

/** A map behind Netty without the features of a cache: no owners, no standard protocol, no expiry, no limits. */
public final class NettyMapProcess {

    private static final byte[] EMPTY = {};

    private NettyMapProcess() {}

    public static void main(String[] args) throws Exception {
        Map<String, byte[]> map = new ConcurrentHashMap<>();
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        Channel server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel accepted) {
                        LengthFraming.addTo(accepted.pipeline()).addLast(new RequestHandler(map));
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        System.out.println(OutputPrefix.PORT + ((InetSocketAddress) server.localAddress()).getPort());
        StandardInput.awaitEnd();
        System.exit(0);
    }

    private static final class RequestHandler extends SimpleChannelInboundHandler<ByteBuf> {

        private final Map<String, byte[]> map;

        private RequestHandler(Map<String, byte[]> map) {
            this.map = map;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
            String key = frame.readCharSequence(frame.readUnsignedByte(), StandardCharsets.US_ASCII)
                    .toString();
            byte[] reply = EMPTY;
            if (frame.isReadable()) {
                byte[] value = new byte[frame.readableBytes()];
                frame.readBytes(value);
                map.put(key, value);
            } else {
                reply = map.getOrDefault(key, EMPTY);
            }
            ByteBuf out = context.alloc().buffer(LengthFraming.LENGTH + reply.length);
            out.writeInt(reply.length).writeBytes(reply);
            var unused = context.writeAndFlush(out, context.voidPromise());
        }
    }
}

package dev.divvy.cache.traffic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/** What is done at the end of a connection, or of a message, without waiting for it: a connection that fails closes itself. */
final class Ends {

    private Ends() {}

    static void close(ChannelHandlerContext context) {
        var unused = context.close();
    }

    static void send(ChannelHandlerContext context, ByteBuf full) {
        var unused = context.writeAndFlush(full, context.voidPromise());
    }

    /** Closes when all that was written is sent. */
    static void closeAfterSending(ChannelHandlerContext context) {
        var unused = context.writeAndFlush(context.alloc().buffer(0)).addListener(done -> close(context));
    }
}

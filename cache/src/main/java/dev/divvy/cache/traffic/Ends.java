package dev.divvy.cache.traffic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done at the end of a connection, or of a message, without waiting for it: a connection that fails closes itself. */
final class Ends {

    private static final Logger log = LoggerFactory.getLogger(Ends.class);

    private Ends() {}

    /** Something went wrong with one who came in. That others go is nothing to speak of; all else should never be. */
    static void broken(ChannelHandlerContext context, String who, Throwable cause) {
        if (cause instanceof IOException) {
            log.debug("a {} went: {}", who, cause.toString());
        } else {
            log.error("the connection of a {} failed and is closed", who, cause);
        }
        close(context);
    }

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

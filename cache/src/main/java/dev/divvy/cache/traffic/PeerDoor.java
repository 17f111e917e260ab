package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.Post;
import dev.divvy.cache.command.form.KeyCommand;
import dev.divvy.cache.resp.ProtocolException;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.resp.RequestReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The other end of a link: runs what another node asks for, if this node serves the token, and never sends it further. Once something was
 * bounced, all that follows is, until the other one says that a new round begins.
 */
final class PeerDoor extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(PeerDoor.class);

    /** So many bytes of answers are sent before the next request is looked at. */
    private static final int MUCH = 256 * 1024;

    private final House house;
    private final Reception reception;
    private final RequestReader reader;
    private final Request request = new Request();
    private final Inbox inbox = new Inbox();

    private @Nullable ByteBuf out;
    private boolean bouncing;
    private boolean working;

    PeerDoor(House house, Reception reception) {
        this.house = house;
        this.reception = reception;
        this.reader = new RequestReader(house.limitsBetweenNodes());
    }

    /** Goes on with what came behind the greeting. */
    void goOn(ChannelHandlerContext ctx, byte[] rest) {
        if (rest.length > 0) {
            inbox.add(Unpooled.wrappedBuffer(rest), 0);
            work(ctx);
            flush(ctx);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            inbox.add(bytes, reader.wanted());
            work(ctx);
        } finally {
            bytes.release();
        }
    }

    /** Answers no faster than the other one reads: what it asked for waits here, and what it will ask in the socket. */
    private void work(ChannelHandlerContext ctx) {
        working = true;
        try {
            while (!inbox.isEmpty() && ctx.channel().isWritable()) {
                int length = reader.read(inbox.data(), inbox.from(), inbox.to(), request);
                if (length == 0) {
                    return;
                }
                if (request.size() > 0) {
                    handle(out(ctx));
                }
                inbox.consume(length);
                ByteBuf ready = out;
                if (ready != null && ready.readableBytes() > MUCH) {
                    flush(ctx);
                }
            }
        } catch (ProtocolException e) {
            log.warn("a node at {} sent no proper request: {}", ctx.channel().remoteAddress(), e.getMessage());
            Ends.close(ctx);
        } finally {
            working = false;
        }
    }

    private void handle(ByteBuf to) {
        KeyCommand command = house.single(request);
        if (command != null) {
            run(command, to);
        } else if (request.is(0, Words.ROUND)) {
            bouncing = false;
        } else if (request.is(0, Words.COPY)) {
            answer(reception.copy(request), to);
        } else if (request.is(0, Words.WHOLE)) {
            answer(reception.whole(request), to);
        } else {
            Replies.error(to, "ERR between nodes only single keys are asked for");
        }
    }

    private void run(KeyCommand command, ByteBuf to) {
        if (bouncing) {
            Replies.error(to, Words.BOUNCED_ERROR);
            return;
        }
        Post post = house.counter().postOf(house.counter().tokenOf(request, 1));
        if (post == null || !house.counter().run(command, request, post, to, false)) {
            bouncing = true;
            Replies.error(to, post == null ? Words.AWAY_ERROR : Words.BOUNCED_ERROR);
        }
    }

    private static void answer(String error, ByteBuf to) {
        if (error.isEmpty()) {
            Replies.ok(to);
        } else {
            Replies.error(to, error);
        }
    }

    private ByteBuf out(ChannelHandlerContext ctx) {
        ByteBuf there = out;
        if (there == null) {
            there = ctx.alloc().ioBuffer(1024);
            out = there;
        }
        return there;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flush(ctx);
    }

    private void flush(ChannelHandlerContext ctx) {
        ByteBuf full = out;
        if (full != null) {
            out = null;
            Ends.send(ctx, full);
        }
        ctx.channel().config().setAutoRead(ctx.channel().isWritable());
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (working) {
            return; // whoever works looks by itself
        }
        if (ctx.channel().isWritable()) {
            work(ctx);
        }
        flush(ctx);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            Ends.close(ctx); // the other one sends nothing more
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        ByteBuf unsent = out;
        if (unsent != null) {
            out = null;
            unsent.release();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Ends.broken(ctx, "node", cause);
    }
}

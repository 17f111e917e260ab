package dev.divvy.cache.traffic;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.command.Commands;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.memory.MemoryBudget;
import dev.divvy.cache.peer.PeerConnection;
import dev.divvy.cache.peer.PeerProtocol;
import dev.divvy.cache.resp.ClientLimits;
import dev.divvy.cache.resp.ProtocolException;
import dev.divvy.cache.resp.ReceiveBuffer;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RequestReader;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The inbound side of a {@link PeerConnection}: runs the requests of another node if this node serves their tokens, and never forwards
 * them. After a bounce all requests for the same token bounce until the other node begins a new round of it.
 */
public final class PeerRequestHandler extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(PeerRequestHandler.class);

    /** The bytes of replies that may wait for earlier ones before the next request is read. */
    private static final long MAX_UNREAD_BYTES = 16L << 20;

    /** The length from which on a request brings entries in earnest. */
    private static final int LONG_BYTES = 8 << 10;

    /** The time that the reply to a long request waits while this node is far above its limit: then copies come at some hundred KB per second. */
    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final EventLoopContext loop;
    private final LocalTokens tokens;
    private final NodeRequests nodeRequests;
    private final Incarnation peer;
    private final RequestReader reader;
    private final RespRequest request = new RespRequest();
    private final ReceiveBuffer input = new ReceiveBuffer();

    private final MemoryBudget.Account memory;

    /** The tokens of which all requests bounce. */
    private final BitSet bouncing = new BitSet();

    /** The bytes of requests and replies that wait for copies. */
    private long deferredBytes;

    private @Nullable ReplyQueue replies;
    private boolean running;
    private boolean resuming;

    /** @param peer the node at the other end */
    PeerRequestHandler(
            EventLoopContext loop,
            LocalTokens tokens,
            NodeRequests nodeRequests,
            Incarnation peer,
            ClientLimits limits,
            MemoryBudget budget) {
        this.loop = loop;
        this.tokens = tokens;
        this.nodeRequests = nodeRequests;
        this.peer = peer;
        this.reader = new RequestReader(limits);
        this.memory = budget.open(() -> {});
    }

    /** Begins with the bytes that arrived after the handshake. */
    void resume(ChannelHandlerContext ctx, byte[] rest) {
        if (rest.length > 0) {
            input.add(Unpooled.wrappedBuffer(rest), 0);
            runInput(ctx);
            flush(ctx);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            input.add(bytes, reader.bytesNeeded());
            runInput(ctx);
        } finally {
            bytes.release();
        }
    }

    private ReplyQueue replies(ChannelHandlerContext ctx) {
        ReplyQueue queue = replies;
        if (queue == null) {
            queue = new ReplyQueue(ctx, MAX_UNREAD_BYTES, () -> {});
            replies = queue;
        }
        return queue;
    }

    private boolean acceptsMore(ChannelHandlerContext ctx) {
        return replies(ctx).acceptsMore() && deferredBytes < MAX_UNREAD_BYTES;
    }

    /** Runs the requests that have arrived, no faster than the other node reads the replies: they wait here, and then in the socket. */
    private void runInput(ChannelHandlerContext ctx) {
        running = true;
        try {
            while (!input.isEmpty() && acceptsMore(ctx)) {
                int length = reader.read(input.data(), input.from(), input.to(), request);
                if (length == 0) {
                    return;
                }
                if (request.size() > 0) {
                    handle(ctx, replies(ctx));
                }
                input.consume(length);
            }
        } catch (ProtocolException e) {
            log.warn(
                    "a node at {} sent an invalid request and is disconnected: {}",
                    ctx.channel().remoteAddress(),
                    e.getMessage());
            close(ctx);
        } finally {
            running = false;
            if (input.isEmpty()) {
                request.clear(input.data()); // it would keep the bytes of a long request
            }
            memory.hold(input.capacity());
        }
    }

    private void handle(ChannelHandlerContext ctx, ReplyQueue queue) {
        KeyCommand command = Commands.single(request);
        if (command != null) {
            run(ctx, command, queue);
        } else if (request.is(0, PeerProtocol.ROUND)) {
            beginRound();
        } else {
            receive(ctx, queue);
        }
    }

    /** Handles a request that is not about a key. The reply to a long one waits if this node has too little memory for what it brings. */
    private void receive(ChannelHandlerContext ctx, ReplyQueue queue) {
        ByteBuf out = queue.immediate();
        int start = out.writerIndex();
        if (!nodeRequests.receive(peer, request, out)) {
            ReplyWriter.error(out, "ERR nodes send each other only requests about single keys");
        } else if (request.end() - request.begin() > LONG_BYTES && tokens.isOverfull()) {
            byte[] reply = LocalRun.takeBack(out, start);
            ReplyQueue.Slot slot = queue.reserve(false);
            long length = reply.length + (long) request.end() - request.begin();
            deferredBytes += length;
            loop.schedule(
                    () -> {
                        deferredBytes -= length;
                        slot.answered(reply, 0, reply.length);
                        resumeLater(ctx);
                    },
                    DELAY_NANOS);
        }
    }

    private void run(ChannelHandlerContext ctx, KeyCommand command, ReplyQueue queue) {
        int token = tokens.tokenOf(request, 1);
        ByteBuf out = queue.immediate();
        int start = out.writerIndex();
        if (bouncing.get(token)) {
            ReplyWriter.error(out, PeerProtocol.BOUNCED_ERROR);
            return;
        }
        ServedToken served = tokens.served(token);
        LocalRun ran = served == null ? null : tokens.run(command, request, served, out, false);
        if (ran == null) {
            bouncing.set(token);
            ReplyWriter.error(out, served == null ? PeerProtocol.AWAY_ERROR : PeerProtocol.BOUNCED_ERROR);
        } else if (ran.pending() != null) {
            byte[] reply = LocalRun.takeBack(out, start);
            defer(ctx, ran.pending(), queue.reserve(false), reply);
        }
    }

    private void defer(ChannelHandlerContext ctx, PendingReply pending, ReplyQueue.Slot slot, byte[] reply) {
        long length = reply.length + (long) request.end() - request.begin();
        deferredBytes += length;
        pending.whenDecided(confirmed -> loop.post(() -> {
            deferredBytes -= length;
            if (confirmed) {
                slot.answered(reply, 0, reply.length);
            } else {
                slot.failed(PeerProtocol.OUTCOME_UNKNOWN);
            }
            resumeLater(ctx);
        }));
    }

    /** Sends the replies that became ready together, and goes on with the requests that wait. */
    private void resumeLater(ChannelHandlerContext ctx) {
        if (!resuming) {
            resuming = true;
            loop.execute(() -> {
                resuming = false;
                if (ctx.channel().isActive()) {
                    runInput(ctx);
                    flush(ctx);
                }
            });
        }
    }

    private void beginRound() {
        if (request.size() == 2 && request.isNumber(1) && request.number(1) >= 0) {
            bouncing.clear((int) Math.min(request.number(1), Integer.MAX_VALUE - 1));
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flush(ctx);
    }

    private void flush(ChannelHandlerContext ctx) {
        replies(ctx).flush();
        // A channel that is being closed is not registered for reading any more.
        if (ctx.channel().isActive()) {
            ctx.channel().config().setAutoRead(acceptsMore(ctx));
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (running) {
            return; // the loop in runInput() checks it
        }
        if (ctx.channel().isWritable()) {
            runInput(ctx);
        }
        flush(ctx);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            close(ctx); // the other node sends nothing more
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        memory.close();
        ReplyQueue queue = replies;
        if (queue != null) {
            queue.release();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            log.debug("a node disconnected: {}", cause.toString());
        } else {
            log.error("the connection of a node failed and is closed", cause);
        }
        close(ctx);
    }

    private static void close(ChannelHandlerContext context) {
        var unused = context.close();
    }
}

package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.command.Commands;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.memory.MemoryBudget;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The inbound side of a {@link PeerConnection}: runs the requests of another node if this node serves their tokens, and never forwards
 * them. After a bounce all requests for the same token bounce until the other node begins a new round of it.
 */
public final class PeerRequestHandler extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(PeerRequestHandler.class);

    /** Receives the copies of tokens that another node sends on one connection. */
    public interface TransferReceiver {

        /** Takes a part of a token's entries; returns an error, or an empty text. */
        String copy(RespRequest request);

        /** Completes tokens of which all parts were sent; returns an error, or an empty text. */
        String complete(RespRequest request);
    }

    /** The bytes of replies that are flushed before the next request is read. */
    private static final int FLUSH_BYTES = 256 * 1024;

    private final LocalTokens tokens;
    private final TransferReceiver transfers;
    private final RequestReader reader;
    private final RespRequest request = new RespRequest();
    private final ReceiveBuffer input = new ReceiveBuffer();

    private final MemoryBudget.Account memory;

    /** The tokens of which all requests bounce. */
    private final BitSet bouncing = new BitSet();

    private @Nullable ByteBuf out;
    private boolean running;

    PeerRequestHandler(LocalTokens tokens, TransferReceiver transfers, ClientLimits limits, MemoryBudget budget) {
        this.tokens = tokens;
        this.transfers = transfers;
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

    /** Runs the requests that have arrived, no faster than the other node reads the replies: they wait here, and then in the socket. */
    private void runInput(ChannelHandlerContext ctx) {
        running = true;
        try {
            while (!input.isEmpty() && ctx.channel().isWritable()) {
                int length = reader.read(input.data(), input.from(), input.to(), request);
                if (length == 0) {
                    return;
                }
                if (request.size() > 0) {
                    handle(out(ctx));
                }
                input.consume(length);
                ByteBuf ready = out;
                if (ready != null && ready.readableBytes() > FLUSH_BYTES) {
                    flush(ctx);
                }
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
                request.clear(); // it would keep the bytes of a long request
            }
            memory.hold(input.capacity());
        }
    }

    private void handle(ByteBuf to) {
        KeyCommand command = Commands.single(request);
        if (command != null) {
            run(command, to);
        } else if (request.is(0, PeerProtocol.ROUND)) {
            beginRound();
        } else if (request.is(0, PeerProtocol.COPY)) {
            reply(transfers.copy(request), to);
        } else if (request.is(0, PeerProtocol.WHOLE)) {
            reply(transfers.complete(request), to);
        } else {
            ReplyWriter.error(to, "ERR nodes send each other only requests about single keys");
        }
    }

    private void run(KeyCommand command, ByteBuf to) {
        int token = tokens.tokenOf(request, 1);
        if (bouncing.get(token)) {
            ReplyWriter.error(to, PeerProtocol.BOUNCED_ERROR);
            return;
        }
        ServedToken served = tokens.served(token);
        if (served == null || !tokens.run(command, request, served, to, false)) {
            bouncing.set(token);
            ReplyWriter.error(to, served == null ? PeerProtocol.AWAY_ERROR : PeerProtocol.BOUNCED_ERROR);
        }
    }

    private void beginRound() {
        if (request.size() == 2 && request.isNumber(1) && request.number(1) >= 0) {
            bouncing.clear((int) Math.min(request.number(1), Integer.MAX_VALUE - 1));
        }
    }

    private static void reply(String error, ByteBuf to) {
        if (error.isEmpty()) {
            ReplyWriter.ok(to);
        } else {
            ReplyWriter.error(to, error);
        }
    }

    private ByteBuf out(ChannelHandlerContext ctx) {
        ByteBuf ready = out;
        if (ready == null) {
            ready = ctx.alloc().ioBuffer(1024);
            out = ready;
        }
        return ready;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flush(ctx);
    }

    private void flush(ChannelHandlerContext ctx) {
        ByteBuf full = out;
        if (full != null) {
            out = null;
            var unused = ctx.writeAndFlush(full, ctx.voidPromise());
        }
        // A channel that is being closed is not registered for reading any more.
        if (ctx.channel().isActive()) {
            ctx.channel().config().setAutoRead(ctx.channel().isWritable());
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
        ByteBuf unsent = out;
        if (unsent != null) {
            out = null;
            unsent.release();
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

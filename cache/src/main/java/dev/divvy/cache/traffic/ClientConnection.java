package dev.divvy.cache.traffic;

import dev.divvy.cache.command.CommandDispatcher;
import dev.divvy.cache.command.Commands;
import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.spec.Command;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.command.spec.ManyKeysCommand;
import dev.divvy.cache.resp.ProtocolException;
import dev.divvy.cache.resp.ReceiveBuffer;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RequestReader;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection: parses its requests, runs them in order, and stops reading while too many replies are unread. A connection on which
 * a node proves itself goes on with a {@link PeerRequestHandler}. Everything here happens on one event loop.
 */
public final class ClientConnection extends ChannelInboundHandlerAdapter {

    /**
     * Settings of the connections.
     *
     * @param redirects whether a request for another node's key is answered with MOVED
     * @param patience how long a request waits for an owner while its token moves
     */
    public record Options(boolean redirects, Duration patience) {}

    private static final Logger log = LoggerFactory.getLogger(ClientConnection.class);

    /** How long a connection above the limit may take to prove that it is a node's. */
    private static final long CROWDED_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final String TOO_MANY = "ERR max number of clients reached";

    private final EventLoopContext loop;
    private final CommandDispatcher dispatcher;
    private final LocalTokens tokens;
    private final Options options;
    private final Supplier<PeerRequestHandler.TransferReceiver> transfers;
    private final PeerHandshake.Inbound handshake;
    private final RequestReader reader;
    private final RespRequest request = new RespRequest();
    private final ReceiveBuffer inbox = new ReceiveBuffer();

    /** Made once: it is scheduled for every batch of replies. */
    private final Runnable resume = this::resume;

    /** Set when the connection is active and within the limit, like the router. */
    private @Nullable ChannelHandlerContext context;

    private @Nullable ClientRequestRouter router;

    private boolean crowded;
    private boolean working;
    private boolean resumeScheduled;
    private boolean inputEnded;

    /** Nothing more is read; the connection closes when all is answered. */
    private boolean ending;

    /** The other end is a node of this group. */
    private boolean accepted;

    /** This node leaves. */
    private boolean leaving;

    private boolean closed;

    public ClientConnection(
            EventLoopContext loop,
            CommandDispatcher dispatcher,
            LocalTokens tokens,
            Options options,
            PeerHandshake handshake,
            Supplier<PeerRequestHandler.TransferReceiver> transfers) {
        this.loop = loop;
        this.dispatcher = dispatcher;
        this.tokens = tokens;
        this.options = options;
        this.transfers = transfers;
        this.handshake = handshake.inbound();
        this.reader = new RequestReader(dispatcher.limits());
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        String from = shown((InetSocketAddress) ctx.channel().remoteAddress());
        String at = shown((InetSocketAddress) ctx.channel().localAddress());
        ClientSession session = dispatcher
                .connected(from, at, () -> ctx.executor().execute(() -> close(ctx)))
                .orElse(null);
        ReplyQueue replies = new ReplyQueue(ctx, dispatcher.limits().mostWaiting());
        if (session == null) {
            ReplyWriter.error(replies.now(), TOO_MANY);
            closeAfterSending(ctx, replies);
            return;
        }
        context = ctx;
        ForwardingQueue forwarding =
                new ForwardingQueue(loop, tokens, options.patience().toNanos(), this::progressed);
        router = new ClientRequestRouter(tokens, options.redirects(), session, replies, forwarding);
        crowded = dispatcher.isCrowded();
        if (crowded) {
            loop.schedule(this::turnAway, CROWDED_NANOS);
        }
        reader.stranger(!session.authenticated());
    }

    private static String shown(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            ClientRequestRouter requests = router;
            if (!closed && requests != null) {
                requests.session().active(System.currentTimeMillis());
                inbox.add(bytes, reader.wanted());
                work();
            }
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flush();
    }

    /** A forwarded request was answered or bounced; the connection resumes after all replies that arrived together were taken. */
    private void progressed() {
        if (!resumeScheduled && !working) {
            resumeScheduled = true;
            loop.execute(resume);
        }
    }

    private void resume() {
        resumeScheduled = false;
        work();
        flush();
    }

    /** Runs requests as long as there are some and the client may ask. */
    private void work() {
        ChannelHandlerContext ctx = context;
        ClientRequestRouter requests = router;
        if (working || closed || ctx == null || requests == null) {
            return;
        }
        if (requests.replies().isOverLimit()) {
            log.warn(
                    "{} does not read its replies and is disconnected",
                    ctx.channel().remoteAddress());
            closed = true;
            close(ctx);
            return;
        }
        runRequests(ctx, requests);
        if (accepted) {
            becomePeer(ctx, requests);
        } else if (!closed) {
            throttle(ctx, requests, !ending && requests.acceptsMore());
        }
    }

    private void runRequests(ChannelHandlerContext ctx, ClientRequestRouter requests) {
        working = true;
        int ran = 0;
        try {
            while (!ending && requests.acceptsMore() && !inbox.isEmpty()) {
                int length = reader.read(inbox.data(), inbox.from(), inbox.to(), request);
                if (length == 0 || (request.size() > 0 && !handle(ctx, requests)) || closed) {
                    break;
                }
                inbox.consume(length);
                ran++;
            }
        } catch (ProtocolException e) {
            ReplyWriter.error(requests.replies().now(), "ERR " + e.getMessage());
            ending = true;
        } finally {
            working = false;
            if (ran > 0) {
                dispatcher.countCommands(ran);
            }
        }
    }

    /** Stops reading while the client may not ask for more; closes after the last reply when the client has nothing more to ask. */
    private void throttle(ChannelHandlerContext ctx, ClientRequestRouter requests, boolean read) {
        if (ctx.channel().config().isAutoRead() != read) {
            ctx.channel().config().setAutoRead(read);
        }
        boolean over = inputEnded || ending || (leaving && inbox.isEmpty());
        if (over && requests.isIdle()) {
            closeAfterSending(ctx, requests.replies());
        }
    }

    /** @return false when the request cannot be run yet: it is read again later */
    private boolean handle(ChannelHandlerContext ctx, ClientRequestRouter requests) {
        ReplyQueue replies = requests.replies();
        ClientSession session = requests.session();
        Command command = Commands.find(request);
        if (command == null && isHandshake(ctx, replies)) {
            return true;
        }
        if (crowded) {
            turnAway();
            return true;
        }
        if (command == null) {
            dispatcher.runUnknown(request, session, replies.now());
            return true;
        }
        String refusal = Commands.refusal(command, request, session);
        if (refusal != null) {
            ReplyWriter.error(replies.now(), refusal);
            return true;
        }
        if (command instanceof KeyCommand single) {
            session.lastCommand(single.form().name());
            return requests.run(single, request);
        }
        session.lastCommand(command.name());
        if (command instanceof ManyKeysCommand many) {
            return requests.run(many, request);
        }
        dispatcher.run(command, request, session, replies.now());
        reader.stranger(!session.authenticated());
        ending |= session.closing();
        return true;
    }

    private void turnAway() {
        ChannelHandlerContext ctx = context;
        ClientRequestRouter requests = router;
        if (!closed && ctx != null && requests != null) {
            ReplyWriter.error(requests.replies().now(), TOO_MANY);
            closeAfterSending(ctx, requests.replies());
        }
    }

    private boolean isHandshake(ChannelHandlerContext ctx, ReplyQueue replies) {
        return switch (handshake.receive(request, ctx.channel().remoteAddress(), replies.now())) {
            case NOT_FOR_NODES -> false;
            case ANSWERED -> true;
            case REFUSED -> {
                closeAfterSending(ctx, replies);
                yield true;
            }
            case ACCEPTED -> {
                accepted = true;
                ending = true;
                yield true;
            }
        };
    }

    /** Goes on as the inbound side of a node's connection. */
    private void becomePeer(ChannelHandlerContext ctx, ClientRequestRouter requests) {
        closed = true;
        requests.replies().flush();
        dispatcher.disconnected(requests.session());
        ctx.channel().config().setAutoRead(true);
        PeerRequestHandler peer = new PeerRequestHandler(
                tokens, transfers.get(), dispatcher.limits().betweenNodes());
        ctx.pipeline().replace(this, "peer", peer);
        peer.resume(ctx.pipeline().context(peer), inbox.rest());
    }

    private void closeAfterSending(ChannelHandlerContext ctx, ReplyQueue replies) {
        closed = true;
        replies.flush();
        var unused = ctx.writeAndFlush(ctx.alloc().buffer(0)).addListener(done -> close(ctx));
    }

    private static void close(ChannelHandlerContext ctx) {
        var unused = ctx.close();
    }

    private void flush() {
        ClientRequestRouter requests = router;
        if (requests != null) {
            requests.replies().flush();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            resume();
        } else {
            ctx.channel().config().setAutoRead(false);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputEnded = true; // the client sends nothing more, but may still read
            resume();
        } else if (event == NodeTransport.LEAVING) {
            leaving = true;
            resume();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed = true;
        ClientRequestRouter requests = router;
        if (requests != null) {
            dispatcher.disconnected(requests.session());
            requests.end();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            log.debug("a client went: {}", cause.toString());
        } else {
            log.error("the connection of a client failed and is closed", cause);
        }
        close(ctx);
    }
}

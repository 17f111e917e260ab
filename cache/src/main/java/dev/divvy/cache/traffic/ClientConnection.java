package dev.divvy.cache.traffic;

import dev.divvy.cache.command.CommandDispatcher;
import dev.divvy.cache.command.Commands;
import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.spec.Command;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.command.spec.KeyspaceCommand;
import dev.divvy.cache.command.spec.ManyKeysCommand;
import dev.divvy.cache.memory.MemoryBudget;
import dev.divvy.cache.peer.PeerHandshake;
import dev.divvy.cache.resp.ClientLimits;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection: parses its requests, runs them in order, and stops reading while too many replies are unread. When the other end
 * proves to be a node, a {@link PeerRequestHandler} takes the connection over. Everything here happens on one event loop.
 */
public final class ClientConnection extends ChannelInboundHandlerAdapter {

    /**
     * Settings of all client connections.
     *
     * @param redirects whether a request for another node's key is answered with MOVED
     * @param requestTimeout the longest time that a request waits for an owner while its token moves
     * @param peerLimits the limits of connections that turn out to be of nodes
     * @param budget the memory of all connections
     */
    public record Options(boolean redirects, Duration requestTimeout, ClientLimits peerLimits, MemoryBudget budget) {}

    private static final Logger log = LoggerFactory.getLogger(ClientConnection.class);

    /** The time within which a connection above the limit must prove to be a node's. */
    private static final long PROOF_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final String TOO_MANY = "ERR max number of clients reached";

    private final EventLoopContext loop;
    private final CommandDispatcher dispatcher;
    private final LocalTokens tokens;
    private final Options options;
    private final NodeRequests nodeRequests;
    private final PeerHandshake.Inbound handshake;
    private final RequestReader reader;
    private final RespRequest request = new RespRequest();
    private final ReceiveBuffer input = new ReceiveBuffer();
    private final StallWatch stallWatch;

    /** Created once, since it is scheduled for every batch of replies. */
    private final Runnable resume = this::resume;

    /** Set when the connection became active and got a session, like the router. */
    private @Nullable ChannelHandlerContext context;

    private @Nullable ClientRequestRouter router;

    private boolean overLimit;
    private boolean running;
    private boolean resumeScheduled;

    private boolean inputEnded;

    /** Set when nothing more is read; the connection closes after the last reply. */
    private boolean ending;

    /** Set when the other end has proved to be a node of this group. */
    private boolean accepted;

    /** Set when this node leaves the group. */
    private boolean leaving;

    private boolean closed;

    public ClientConnection(
            EventLoopContext loop,
            CommandDispatcher dispatcher,
            LocalTokens tokens,
            Options options,
            PeerHandshake handshake,
            NodeRequests nodeRequests) {
        this.loop = loop;
        this.dispatcher = dispatcher;
        this.tokens = tokens;
        this.options = options;
        this.nodeRequests = nodeRequests;
        this.handshake = handshake.inbound();
        this.reader = new RequestReader(dispatcher.limits());
        this.stallWatch = new StallWatch(loop, this::disconnectStalled);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        String address = text((InetSocketAddress) ctx.channel().remoteAddress());
        String localAddress = text((InetSocketAddress) ctx.channel().localAddress());
        ClientSession session = dispatcher
                .connected(address, localAddress, () -> ctx.executor().execute(() -> close(ctx)))
                .orElse(null);
        ReplyQueue replies = new ReplyQueue(ctx, dispatcher.limits().maxUnreadBytes(), this::countMemory);
        if (session == null) {
            ReplyWriter.error(replies.immediate(), TOO_MANY);
            closeAfterSending(ctx, replies);
            return;
        }
        context = ctx;
        ForwardingQueue forwarding =
                new ForwardingQueue(loop, tokens, options.requestTimeout().toNanos(), this::progressed);
        MemoryBudget.Account memory = options.budget().open(() -> loop.execute(resume));
        router = new ClientRequestRouter(tokens, options.redirects(), session, replies, forwarding, memory);
        overLimit = dispatcher.isOverConnectionLimit();
        if (overLimit) {
            loop.schedule(this::reject, PROOF_TIMEOUT_NANOS);
        }
        reader.unauthenticated(!session.authenticated());
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            ClientRequestRouter requests = router;
            if (!closed && requests != null) {
                requests.session().active(System.currentTimeMillis());
                input.add(bytes, reader.bytesNeeded());
                runInput();
            }
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flush();
    }

    /** Called when a forwarded request was answered or bounced; schedules one resume for all replies that arrived together. */
    private void progressed() {
        if (!resumeScheduled && !running) {
            resumeScheduled = true;
            loop.execute(resume);
        }
    }

    private void resume() {
        resumeScheduled = false;
        runInput();
        flush();
    }

    /** Runs the requests that have arrived, as long as the client may ask for more. */
    private void runInput() {
        ChannelHandlerContext ctx = context;
        ClientRequestRouter requests = router;
        if (running || closed || ctx == null || requests == null) {
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
            awaitMemory(requests);
            throttle(ctx, requests, !ending && requests.acceptsMore());
        }
    }

    private void countMemory() {
        ClientRequestRouter requests = router;
        if (requests != null && !closed) {
            requests.hold(input.capacity());
        }
    }

    private void awaitMemory(ClientRequestRouter requests) {
        requests.hold(input.capacity());
        if (!requests.mayGrow()) {
            requests.memory().awaitRoom();
            stallWatch.watch(requests.memory());
        }
    }

    private void disconnectStalled(long heldBytes) {
        ChannelHandlerContext ctx = context;
        if (ctx != null && !closed) {
            log.warn(
                    "{} holds {} bytes while memory is short, makes no progress and is disconnected",
                    ctx.channel().remoteAddress(),
                    heldBytes);
            close(ctx);
        }
    }

    private void runRequests(ChannelHandlerContext ctx, ClientRequestRouter requests) {
        running = true;
        int commands = 0;
        try {
            while (!ending && requests.acceptsMore() && !input.isEmpty()) {
                int length = reader.read(input.data(), input.from(), input.to(), request);
                if (length == 0 || (request.size() > 0 && !handle(ctx, requests)) || closed) {
                    break;
                }
                input.consume(length);
                commands++;
            }
        } catch (ProtocolException e) {
            ReplyWriter.error(requests.replies().immediate(), "ERR " + e.getMessage());
            ending = true;
        } finally {
            running = false;
            if (input.isEmpty()) {
                request.clear(input.data()); // it would keep the bytes of a long request
            }
            if (commands > 0) {
                dispatcher.countCommands(commands);
            }
        }
    }

    /** Stops reading while the client may not ask for more; closes after the last reply when no more requests come. */
    private void throttle(ChannelHandlerContext ctx, ClientRequestRouter requests, boolean read) {
        // A channel that is being closed, or that the client has closed for writing, may not be registered for reading
        // any more.
        if (ctx.channel().config().isAutoRead() != read && ctx.channel().isActive() && !inputEnded) {
            ctx.channel().config().setAutoRead(read);
        }
        boolean last = inputEnded || ending || (leaving && input.isEmpty());
        if (last && requests.isIdle()) {
            closeAfterSending(ctx, requests.replies());
        }
    }

    /** Runs the current request; returns false when it cannot run yet and must be read again later. */
    private boolean handle(ChannelHandlerContext ctx, ClientRequestRouter requests) {
        ReplyQueue replies = requests.replies();
        ClientSession session = requests.session();
        Command command = Commands.find(request);
        if (command == null && isHandshake(ctx, replies)) {
            return true;
        }
        if (overLimit) {
            reject();
            return true;
        }
        if (command == null) {
            dispatcher.runUnknown(request, session, replies.immediate());
            return true;
        }
        String refusal = Commands.refusal(command, request, session);
        if (refusal != null) {
            ReplyWriter.error(replies.immediate(), refusal);
            return true;
        }
        if (command instanceof KeyCommand single) {
            session.lastCommand(single.syntax().name());
            return requests.run(single, request);
        }
        session.lastCommand(command.name());
        if (command instanceof ManyKeysCommand many) {
            return requests.run(many, request);
        }
        ByteBuf out = replies.immediate();
        int start = out.writerIndex();
        dispatcher.run(command, request, session, out);
        if (command instanceof KeyspaceCommand && command.writes()) {
            requests.awaitAllCopies(out, start);
        }
        reader.unauthenticated(!session.authenticated());
        ending |= session.closing();
        return true;
    }

    private void reject() {
        ChannelHandlerContext ctx = context;
        ClientRequestRouter requests = router;
        if (!closed && ctx != null && requests != null) {
            ReplyWriter.error(requests.replies().immediate(), TOO_MANY);
            closeAfterSending(ctx, requests.replies());
        }
    }

    private boolean isHandshake(ChannelHandlerContext ctx, ReplyQueue replies) {
        return switch (handshake.receive(request, ctx.channel().remoteAddress(), replies.immediate())) {
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

    /** Replaces this handler by one for the requests of a node. */
    private void becomePeer(ChannelHandlerContext ctx, ClientRequestRouter requests) {
        closed = true;
        requests.replies().flush();
        dispatcher.disconnected(requests.session());
        requests.memory().close();
        ctx.channel().config().setAutoRead(true);
        PeerRequestHandler peer = new PeerRequestHandler(
                loop, tokens, nodeRequests, handshake.peer(), options.peerLimits(), options.budget());
        ctx.pipeline().replace(this, "peer", peer);
        peer.resume(ctx.pipeline().context(peer), input.rest());
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
            log.debug("a client disconnected: {}", cause.toString());
        } else {
            log.error("the connection of a client failed and is closed", cause);
        }
        close(ctx);
    }
}

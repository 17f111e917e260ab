package dev.divvy.cache.peer;

import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.memory.MemoryBudget;
import dev.divvy.cache.resp.ProtocolException;
import dev.divvy.cache.resp.ReceiveBuffer;
import dev.divvy.cache.resp.ReplyFramer;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to one incarnation of another node. Requests are sent in order and answered in order. When the other node bounces a request,
 * it bounces all that follow for the same token until this node confirms the first bounce by beginning a new round of the token: so of two
 * requests for one token that were in flight together, the later is never run when the earlier was not. A node that does not reply in time is disconnected: its connection may be dead
 * without being closed. Everything here happens on one event loop, unless said otherwise.
 */
public final class PeerConnection extends ChannelInboundHandlerAdapter implements PeerChannel, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PeerConnection.class);
    private static final byte[] CHALLENGE =
            RespRequest.of(PeerProtocol.bytes(PeerProtocol.CHALLENGE)).data();

    /** The bytes of requests that may wait for a slow node, and the part of the budget; further requests bounce and are retried. */
    private static final long MAX_WAITING_BYTES = 64L << 20;

    private static final int MAX_WAITING_PART = 4;

    private static final long HANDSHAKE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The slowest connection on which large requests are not taken to be lost. */
    private static final long MIN_BYTES_PER_MILLI = 8L << 10;

    private enum State {
        CONNECTING,
        CHALLENGED,
        OPEN,
        CLOSED
    }

    private final EventLoop loop;
    private final Peer peer;
    private final PeerHandshake handshake;
    private final long replyTimeoutNanos;
    private final Consumer<PeerConnection> onClose;
    private final MemoryBudget.Account memory;
    private final long maxWaitingBytes;
    private final ReceiveBuffer input = new ReceiveBuffer();
    private final ReplyFramer reader = new ReplyFramer();
    private final ArrayDeque<PeerRequest> inFlight = new ArrayDeque<>();
    private final ArrayDeque<PeerRequest> held = new ArrayDeque<>();

    private State state = State.CONNECTING;
    private @Nullable ChannelHandlerContext context;
    private @Nullable ByteBuf out;
    private boolean flushing;

    /** The round of each token that has bounced; 0 for the others. */
    private final Map<Integer, Integer> rounds = new HashMap<>();

    /** The bytes of the requests that are held or in flight. */
    private long waitingBytes;

    /** The time at which the requests of this iteration of the event loop are sent. */
    private long flushNanos;

    /** The time at which the last bytes of a reply arrived. */
    private long receivedNanos;

    private boolean timing;
    private boolean closing;
    private boolean everOpen;

    PeerConnection(
            EventLoop loop,
            Peer peer,
            PeerHandshake handshake,
            Duration replyTimeout,
            MemoryBudget budget,
            Consumer<PeerConnection> onClose) {
        this.loop = loop;
        this.peer = peer;
        this.handshake = handshake;
        this.replyTimeoutNanos = replyTimeout.toNanos();
        this.onClose = onClose;
        this.memory = budget.open(() -> {});
        this.maxWaitingBytes = Math.min(MAX_WAITING_BYTES, budget.limit() / MAX_WAITING_PART);
    }

    public Peer peer() {
        return peer;
    }

    Duration replyTimeout() {
        return Duration.ofNanos(replyTimeoutNanos);
    }

    public boolean isUsable() {
        return state != State.CLOSED && !closing;
    }

    /** Whether the other node has ever accepted this connection. */
    public boolean wasOpen() {
        return everOpen;
    }

    @Override
    public boolean onLoop(Runnable action) {
        try {
            loop.execute(action);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Sends a request; called on any thread. */
    public void submit(PeerRequest request) {
        if (!onLoop(() -> send(request))) {
            request.bounced(false);
        }
    }

    @Override
    public void send(PeerRequest request) {
        if (!isUsable()) {
            request.unreachable();
            return;
        }
        if (waitingBytes > maxWaitingBytes) {
            request.bounced(false);
            return;
        }
        waitingBytes += request.frame().length;
        if (state == State.OPEN) {
            write(request);
        } else {
            held.add(request);
        }
        countMemory();
    }

    /** Takes no new requests, and closes after the last reply. */
    public void retire() {
        closing = true;
        if (inFlight.isEmpty() && held.isEmpty()) {
            close();
        }
    }

    @Override
    public void close() {
        if (loop.inEventLoop()) {
            disconnect();
        } else {
            boolean unused = onLoop(this::disconnect);
        }
    }

    private void disconnect() {
        ChannelHandlerContext open = context;
        if (open != null) {
            close(open);
        } else {
            closed();
        }
    }

    private static void close(ChannelHandlerContext context) {
        var unused = context.close();
    }

    /** Called when the other node cannot be reached. */
    void failed(Throwable cause) {
        log.debug("no connection to {}: {}", peer, cause.toString());
        closed();
    }

    private void write(PeerRequest request) {
        request.round = round(request.token());
        inFlight.add(request);
        write(request.frame());
        request.sentNanos = flushNanos;
        if (!timing) {
            checkLater(replyTimeoutNanos);
        }
    }

    private void countMemory() {
        memory.hold(waitingBytes + input.capacity());
    }

    private void checkLater(long delayNanos) {
        timing = true;
        var unused = loop.schedule(this::closeIfOverdue, delayNanos, TimeUnit.NANOSECONDS);
    }

    /** Closes the connection when the oldest request has waited too long for its reply, or when the handshake has. */
    private void closeIfOverdue() {
        timing = false;
        PeerRequest oldest = inFlight.peek();
        if (state == State.CLOSED || (oldest == null && state == State.OPEN)) {
            return;
        }
        long left = oldest == null ? 0 : replyDeadline(oldest) - System.nanoTime();
        if (left > 0) {
            checkLater(left);
            return;
        }
        log.warn("{} did not reply in time and is disconnected; requests waiting: {}", peer, inFlight.size());
        disconnect();
    }

    /** Requests that are long, or wait behind long ones, have more time, and a reply that is arriving may continue. */
    private long replyDeadline(PeerRequest oldest) {
        long since = input.isEmpty() ? oldest.sentNanos : Math.max(receivedNanos, oldest.sentNanos);
        return since + replyTimeoutNanos + TimeUnit.MILLISECONDS.toNanos(waitingBytes / MIN_BYTES_PER_MILLI);
    }

    private void write(byte[] bytes) {
        ChannelHandlerContext open = context;
        if (open == null) {
            return;
        }
        ByteBuf to = out;
        if (to == null) {
            to = open.alloc().ioBuffer(Math.max(bytes.length, 1024));
            out = to;
        }
        to.writeBytes(bytes);
        if (!flushing) {
            // One flush for all requests of this iteration of the event loop.
            flushing = true;
            flushNanos = System.nanoTime();
            open.executor().execute(this::flush);
        }
    }

    private void flush() {
        flushing = false;
        ByteBuf full = out;
        ChannelHandlerContext open = context;
        if (full != null && open != null) {
            out = null;
            var unused = open.writeAndFlush(full, open.voidPromise());
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        if (state == State.CLOSED) {
            close(ctx);
            return;
        }
        state = State.CHALLENGED;
        write(CHALLENGE);
        checkLater(Math.min(replyTimeoutNanos, HANDSHAKE_NANOS));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            input.add(bytes, reader.bytesNeeded());
            receivedNanos = System.nanoTime();
            for (int length = nextLength(); length > 0; length = nextLength()) {
                received(ctx, input.data(), input.from(), length);
                input.consume(length);
            }
        } catch (ProtocolException e) {
            log.warn("{} sent an invalid reply and is disconnected: {}", peer, e.getMessage());
            close(ctx);
        } finally {
            bytes.release();
            countMemory();
        }
    }

    private int nextLength() throws ProtocolException {
        return state == State.CLOSED || input.isEmpty() ? 0 : reader.read(input.data(), input.from(), input.to());
    }

    private void received(ChannelHandlerContext ctx, byte[] data, int from, int length) {
        if (state == State.CHALLENGED && data[from] == '$') {
            // "$32\r\n" and the challenge itself.
            String challenge = PeerProtocol.text(data, from, length);
            write(handshake.meetRequest(challenge, peer.incarnation()));
        } else if (state == State.CHALLENGED) {
            completeHandshake(ctx, data, from, length);
        } else {
            deliver(data, from, length);
        }
    }

    private void completeHandshake(ChannelHandlerContext ctx, byte[] data, int from, int length) {
        String reply = PeerProtocol.text(data, from, length);
        if (data[from] != '+' || !handshake.isAccepted(reply)) {
            log.info("{} refused this node: {}", peer, reply);
            close(ctx);
            return;
        }
        state = State.OPEN;
        everOpen = true;
        for (PeerRequest request = held.poll(); request != null; request = held.poll()) {
            write(request);
        }
    }

    private void deliver(byte[] data, int from, int length) {
        PeerRequest request = inFlight.poll();
        if (request == null) {
            throw new IllegalStateException(peer + " sent a reply without a request");
        }
        waitingBytes -= request.frame().length;
        if (PeerProtocol.isBounce(data, from, length)) {
            beginRound(request);
            request.bounced(PeerProtocol.isAway(data, from));
        } else {
            request.answered(data, from, length);
        }
        if (closing && inFlight.isEmpty()) {
            close();
        }
    }

    private int round(int token) {
        return rounds.isEmpty() ? 0 : rounds.getOrDefault(token, 0);
    }

    /** Confirms a bounce, if it is the first of its token in its round. */
    private void beginRound(PeerRequest request) {
        int token = request.token();
        if (request.round == round(token)) {
            rounds.merge(token, 1, Integer::sum);
            write(RespRequest.of(PeerProtocol.bytes(PeerProtocol.ROUND), PeerProtocol.bytes(Integer.toString(token)))
                    .data());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        log.debug("connection to {} broke: {}", peer, cause.toString());
        close(ctx);
    }

    private void closed() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        memory.close();
        ByteBuf unsent = out;
        if (unsent != null) {
            out = null;
            unsent.release();
        }
        onClose.accept(this);
        for (PeerRequest request = held.poll(); request != null; request = held.poll()) {
            request.unreachable();
        }
        for (PeerRequest request = inFlight.poll(); request != null; request = inFlight.poll()) {
            request.lost();
        }
    }
}

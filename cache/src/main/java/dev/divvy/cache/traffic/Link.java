package dev.divvy.cache.traffic;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.resp.ProtocolException;
import dev.divvy.cache.resp.ReplyReader;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to one life of another node. Requests go out in order and are answered in order. When the other one bounces a request, it
 * bounces all that follow, until it hears that we know: so of two requests that were under way together, the later is never run where the
 * earlier was not. What lies between two such moments is a round. Everything here happens on one event loop.
 */
public final class Link extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(Link.class);
    private static final byte[] NEXT_ROUND =
            Request.of(Words.bytes(Words.ROUND)).data();
    private static final byte[] CHALLENGE =
            Request.of(Words.bytes(Words.CHALLENGE)).data();

    /** More than this waits for no slow node: requests beyond are bounced and come again. */
    private static final long MOST_WAITING = 64L << 20;

    private enum State {
        CALLING,
        CHALLENGED,
        OPEN,
        CLOSED
    }

    private final Peer peer;
    private final Handshake handshake;
    private final Supplier<Incarnation> me;
    private final Runnable whenClosed;
    private final Inbox inbox = new Inbox();
    private final ReplyReader reader = new ReplyReader();
    private final ArrayDeque<Errand> underWay = new ArrayDeque<>();
    private final ArrayDeque<Errand> held = new ArrayDeque<>();

    private State state = State.CALLING;
    private @Nullable ChannelHandlerContext context;
    private @Nullable ByteBuf out;
    private boolean flushing;
    private int round;
    private long waiting;
    private boolean closing;

    Link(Peer peer, Handshake handshake, Supplier<Incarnation> me, Runnable whenClosed) {
        this.peer = peer;
        this.handshake = handshake;
        this.me = me;
        this.whenClosed = whenClosed;
    }

    Peer peer() {
        return peer;
    }

    boolean usable() {
        return state != State.CLOSED && !closing;
    }

    /** Called on the event loop of this link only, like everything here. */
    public void send(Errand errand) {
        if (!usable() || waiting > MOST_WAITING) {
            errand.bounced(false);
        } else if (state == State.OPEN) {
            write(errand);
        } else {
            held.add(errand);
        }
    }

    /** No new requests; closes when the last one is answered. */
    void retire() {
        closing = true;
        if (underWay.isEmpty() && held.isEmpty()) {
            close();
        }
    }

    /** Whatever is under way is lost. */
    public void close() {
        ChannelHandlerContext open = context;
        if (open != null) {
            Ends.close(open);
        } else {
            ended();
        }
    }

    /** The other one cannot be reached. */
    void failed(Throwable why) {
        log.debug("no link to {}: {}", peer, why.toString());
        ended();
    }

    private void write(Errand errand) {
        errand.round = round;
        underWay.add(errand);
        waiting += errand.frame().length;
        put(errand.frame());
    }

    private void put(byte[] bytes) {
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
            // Once for all requests that this turn of the event loop brings.
            flushing = true;
            open.executor().execute(this::flush);
        }
    }

    private void flush() {
        flushing = false;
        ByteBuf full = out;
        ChannelHandlerContext open = context;
        if (full != null && open != null) {
            out = null;
            Ends.send(open, full);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        if (state == State.CLOSED) {
            Ends.close(ctx);
            return;
        }
        state = State.CHALLENGED;
        put(CHALLENGE);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            inbox.add(bytes, reader.wanted());
            for (int length = next(); length > 0; length = next()) {
                answer(ctx, inbox.data(), inbox.from(), length);
                inbox.consume(length);
            }
        } catch (ProtocolException e) {
            log.warn("{} sent no proper answer: {}", peer, e.getMessage());
            Ends.close(ctx);
        } finally {
            bytes.release();
        }
    }

    private int next() throws ProtocolException {
        return state == State.CLOSED || inbox.isEmpty() ? 0 : reader.read(inbox.data(), inbox.from(), inbox.to());
    }

    private void answer(ChannelHandlerContext ctx, byte[] data, int from, int length) {
        if (state == State.CHALLENGED && data[from] == '$') {
            // "$32\r\n" and the number itself.
            String challenge = Words.text(data, from, length);
            put(handshake.meeting(challenge, me.get(), peer.life()));
        } else if (state == State.CHALLENGED) {
            met(ctx, data, from, length);
        } else {
            deliver(data, from, length);
        }
    }

    private void met(ChannelHandlerContext ctx, byte[] data, int from, int length) {
        if (data[from] != '+') {
            log.info("{} refused this node: {}", peer, Words.text(data, from, length));
            Ends.close(ctx);
            return;
        }
        state = State.OPEN;
        for (Errand errand = held.poll(); errand != null; errand = held.poll()) {
            write(errand);
        }
    }

    private void deliver(byte[] data, int from, int length) {
        Errand errand = underWay.poll();
        if (errand == null) {
            throw new IllegalStateException("an answer of " + peer + " to no request");
        }
        waiting -= errand.frame().length;
        if (Words.isBounce(data, from, length)) {
            if (errand.round == round) {
                round++;
                put(NEXT_ROUND);
            }
            errand.bounced(Words.isAway(data, from));
        } else {
            errand.answered(data, from, length);
        }
        if (closing && underWay.isEmpty()) {
            close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        ended();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        log.debug("link to {} broke: {}", peer, cause.toString());
        Ends.close(ctx);
    }

    private void ended() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        ByteBuf unsent = out;
        if (unsent != null) {
            out = null;
            unsent.release();
        }
        whenClosed.run();
        for (Errand errand = held.poll(); errand != null; errand = held.poll()) {
            errand.bounced(false);
        }
        for (Errand errand = underWay.poll(); errand != null; errand = underWay.poll()) {
            errand.lost();
        }
    }
}

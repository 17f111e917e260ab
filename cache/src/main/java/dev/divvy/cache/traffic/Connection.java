package dev.divvy.cache.traffic;

import dev.divvy.cache.command.form.Command;
import dev.divvy.cache.command.form.KeyCommand;
import dev.divvy.cache.command.form.ManyKeysCommand;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.resp.ProtocolException;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.resp.RequestReader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One who came in, a client until it says to be a node: cuts its requests out of what it sends, has them run in their order, and keeps it from
 * asking more than it takes answers for. Everything here happens on one event loop.
 */
public final class Connection extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(Connection.class);

    /** Who comes into a full house has so long to say that it is a node. */
    private static final long CROWDED_MILLIS = 2_000;

    private static final String TOO_MANY = "ERR max number of clients reached";

    private final Lane lane;
    private final House house;
    private final Reception.Hall hall;
    private final RequestReader reader;
    private final Request request = new Request();
    private final Inbox inbox = new Inbox();
    private final Returns returns;
    private final Introduction introduction;

    /** Set when the connection is there and there is room for it, like what follows. */
    private @Nullable ChannelHandlerContext context;

    private @Nullable Clerk clerk;
    private @Nullable Pace pace;

    private boolean crowded;
    private boolean working;
    private boolean touched;
    private boolean inputEnded;

    /** Nothing more is read; it closes when all is answered. */
    private boolean ending;

    /** It is a node of this group. */
    private boolean met;

    private boolean retired;
    private boolean closed;

    public Connection(Lane lane, House house, Reception.Hall hall) {
        this.lane = lane;
        this.house = house;
        this.hall = hall;
        this.reader = new RequestReader(house.limits());
        this.returns = new Returns(lane, house, this::touch);
        this.introduction = new Introduction(lane.plant());
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        InetSocketAddress from = (InetSocketAddress) ctx.channel().remoteAddress();
        InetSocketAddress at = (InetSocketAddress) ctx.channel().localAddress();
        Session session = house.arrived(from, at, () -> ctx.executor().execute(() -> Ends.close(ctx)))
                .orElse(null);
        if (session == null) {
            closed = true;
            ByteBuf out = ctx.alloc().heapBuffer(64);
            Replies.error(out, TOO_MANY);
            Ends.send(ctx, out);
            Ends.closeAfterSending(ctx);
            return;
        }
        context = ctx;
        Answers answers = new Answers(ctx);
        clerk = new Clerk(house, session, answers, returns);
        pace = new Pace(ctx, answers, returns, house.limits().mostWaiting());
        lane.came(this);
        crowded = house.isCrowded();
        if (crowded) {
            lane.later(this::turnAway, CROWDED_MILLIS);
        }
        reader.stranger(!session.authenticated());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            Clerk mine = clerk;
            if (!closed && mine != null) {
                mine.session().active(System.currentTimeMillis());
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

    /** An answer came; the connection goes on when all that came together were given out. */
    private void touch() {
        if (!touched && !working) {
            touched = true;
            lane.touch(this);
        }
    }

    /** Answers came, or the way is free again. */
    void resume() {
        touched = false;
        work();
        flush();
    }

    /** This node goes: the client too, as soon as all that it asked is answered. */
    void retire() {
        retired = true;
        resume();
    }

    /** Runs requests as long as there are some and nothing stands in the way. */
    private void work() {
        ChannelHandlerContext ctx = context;
        Clerk mine = clerk;
        Pace goes = pace;
        if (working || closed || ctx == null || mine == null || goes == null) {
            return;
        }
        if (goes.isTooMuch()) {
            log.warn("{} does not read its answers and is let go", ctx.channel().remoteAddress());
            closed = true;
            Ends.close(ctx);
            return;
        }
        working = true;
        int ran = 0;
        try {
            while (!ending && goes.mayAsk() && !inbox.isEmpty()) {
                int length = reader.read(inbox.data(), inbox.from(), inbox.to(), request);
                if (length == 0 || (request.size() > 0 && !handle(ctx, mine)) || closed) {
                    break;
                }
                inbox.consume(length);
                ran++;
            }
        } catch (ProtocolException e) {
            Replies.error(mine.answers().now(), "ERR " + e.getMessage());
            ending = true;
        } finally {
            working = false;
            if (ran > 0) {
                house.ran(ran);
            }
        }
        if (met) {
            makeWay(ctx, mine);
        } else if (!closed) {
            throttle(ctx, mine, !ending && goes.mayAsk());
        }
    }

    /** Who sends faster than it is answered, or does not read its answers, waits. Who sends nothing more is done when all is answered. */
    private void throttle(ChannelHandlerContext ctx, Clerk mine, boolean take) {
        if (ctx.channel().config().isAutoRead() != take) {
            ctx.channel().config().setAutoRead(take);
        }
        boolean over = inputEnded || ending || (retired && inbox.isEmpty());
        if (over && mine.isIdle()) {
            closeSoon(ctx, mine);
        }
    }

    /** @return false when the request cannot be run yet: it is read again later */
    private boolean handle(ChannelHandlerContext ctx, Clerk mine) {
        Answers answers = mine.answers();
        Session session = mine.session();
        Command command = house.find(request);
        if (command == null && isBetweenNodes(ctx, mine)) {
            return true;
        }
        if (crowded) {
            turnAway();
            return true;
        }
        if (command == null) {
            house.runExtra(request, session, answers.now());
            return true;
        }
        if (house.refuses(command, request, session, answers)) {
            return true;
        }
        if (command instanceof KeyCommand one) {
            session.did(one.form().name());
            return mine.run(one, request);
        }
        session.did(command.name());
        if (command instanceof ManyKeysCommand many) {
            return mine.run(many, request);
        }
        house.run(command, request, session, answers.now());
        reader.stranger(!session.authenticated());
        ending |= session.closing();
        return true;
    }

    private void turnAway() {
        ChannelHandlerContext ctx = context;
        Clerk mine = clerk;
        if (!closed && ctx != null && mine != null) {
            Replies.error(mine.answers().now(), TOO_MANY);
            closeSoon(ctx, mine);
        }
    }

    private boolean isBetweenNodes(ChannelHandlerContext ctx, Clerk mine) {
        return switch (introduction.hear(
                request, ctx.channel().remoteAddress(), mine.answers().now())) {
            case NOTHING -> false;
            case ANSWERED -> true;
            case REFUSED -> {
                closeSoon(ctx, mine);
                yield true;
            }
            case MET -> {
                met = true;
                ending = true;
                yield true;
            }
        };
    }

    /** It is a node: from here on another one looks after it. */
    private void makeWay(ChannelHandlerContext ctx, Clerk mine) {
        closed = true;
        mine.answers().flush();
        house.gone(mine.session());
        lane.went(this);
        ctx.channel().config().setAutoRead(true);
        PeerDoor door = new PeerDoor(house, hall.arrival());
        ctx.pipeline().replace(this, "peer", door);
        door.goOn(ctx.pipeline().context(door), inbox.rest());
    }

    private void closeSoon(ChannelHandlerContext ctx, Clerk mine) {
        closed = true;
        mine.answers().flush();
        Ends.closeAfterSending(ctx);
    }

    private void flush() {
        Clerk mine = clerk;
        if (mine != null) {
            mine.answers().flush();
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

    /** The client sends nothing more, but may still read. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputEnded = true;
            resume();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed = true;
        Clerk mine = clerk;
        if (mine != null) {
            lane.went(this);
            house.gone(mine.session());
            mine.end();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Ends.broken(ctx, "client", cause);
    }
}

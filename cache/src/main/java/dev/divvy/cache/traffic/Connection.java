package dev.divvy.cache.traffic;

import dev.divvy.allocation.hash.KeyHash;
import dev.divvy.cache.cluster.Chart;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.Post;
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
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client. Its requests run in their order, as far as it can see: what this node serves runs here at once, what others serve is sent to
 * them, and the answers go back in order. Requests that are under way are waited for before another way is taken: see {@link Returns}.
 * Everything here happens on one event loop.
 */
public final class Connection extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(Connection.class);

    /** So many answers may be awaited at once; more requests wait in the socket. */
    private static final int MOST_AWAITED = 16 * 1024;

    /** So many bytes are sent on before the next request is looked at. */
    private static final int MUCH = 256 * 1024;

    private static final String TOO_MANY = "ERR max number of clients reached";

    private final Lane lane;
    private final House house;
    private final Reception.Hall hall;
    private final RequestReader reader;
    private final Request request = new Request();
    private final Inbox inbox = new Inbox();
    private final Returns returns;

    /** Set when the connection is there, like what follows. */
    private @Nullable Session guest;

    private @Nullable ChannelHandlerContext context;
    private @Nullable Answers answers;

    private String challenge = "";
    private boolean crowded;
    private boolean working;
    private boolean touched;
    private boolean inputEnded;

    /** Nothing more is read; it closes when all is answered. */
    private boolean ending;

    private boolean retired;
    private boolean closed;

    public Connection(Lane lane, House house, Reception.Hall hall) {
        this.lane = lane;
        this.house = house;
        this.hall = hall;
        this.reader = new RequestReader(house.limits());
        this.returns = new Returns(lane, house, this::touch);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        Answers mine = new Answers(ctx);
        context = ctx;
        answers = mine;
        InetSocketAddress from = (InetSocketAddress) ctx.channel().remoteAddress();
        InetSocketAddress at = (InetSocketAddress) ctx.channel().localAddress();
        Session session = house.arrived(from, at, () -> ctx.executor().execute(() -> Ends.close(ctx)))
                .orElse(null);
        guest = session;
        lane.came(this);
        if (session == null) {
            Replies.error(mine.now(), TOO_MANY);
            closeSoon();
        } else {
            crowded = house.isCrowded();
            reader.stranger(!session.authenticated());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            if (!closed) {
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
        Answers mine = answers;
        ChannelHandlerContext ctx = context;
        Session session = guest;
        if (working || closed || mine == null || ctx == null || session == null) {
            return;
        }
        working = true;
        int ran = 0;
        try {
            while (mayGoOn(ctx, mine) && !inbox.isEmpty()) {
                int length = reader.read(inbox.data(), inbox.from(), inbox.to(), request);
                if (length == 0 || (request.size() > 0 && !handle(ctx, mine, session)) || closed) {
                    break;
                }
                inbox.consume(length);
                ran++;
            }
        } catch (ProtocolException e) {
            Replies.error(mine.now(), "ERR " + e.getMessage());
            ending = true;
        } finally {
            working = false;
            if (ran > 0) {
                house.ran(ran);
            }
        }
        if (!closed) {
            throttle(ctx, mine);
        }
    }

    /** Who does not read its answers is not answered further, and in the end let go. */
    private boolean mayGoOn(ChannelHandlerContext ctx, Answers mine) {
        long waiting = mine.waitingBytes();
        if (waiting > house.limits().mostWaiting()) {
            log.warn("{} does not read its answers and is let go", ctx.channel().remoteAddress());
            Ends.close(ctx);
            closed = true;
        } else if (waiting > MUCH) {
            mine.flush();
        }
        return !closed && !ending && ctx.channel().isWritable() && mine.size() < MOST_AWAITED && returns.isFree();
    }

    /** Who sends faster than it is answered, or does not read its answers, waits. Who sends nothing more is done when all is answered. */
    private void throttle(ChannelHandlerContext ctx, Answers mine) {
        boolean take = !ending && ctx.channel().isWritable() && mine.size() < MOST_AWAITED && returns.isFree();
        if (ctx.channel().config().isAutoRead() != take) {
            ctx.channel().config().setAutoRead(take);
        }
        boolean idle = returns.isEmpty() && mine.size() == 0;
        if (((inputEnded || ending) && idle) || (retired && idle && inbox.isEmpty())) {
            closeSoon();
        }
    }

    /** @return false when the request cannot be run yet: it is read again later */
    private boolean handle(ChannelHandlerContext ctx, Answers mine, Session session) {
        Command command = house.find(request);
        if (command == null && isBetweenNodes(ctx, mine, session)) {
            return true;
        }
        if (crowded) {
            Replies.error(mine.now(), TOO_MANY);
            closeSoon();
            return true;
        }
        if (house.refused(command, request, session, mine.now()) || command == null) {
            return true;
        }
        if (command instanceof KeyCommand one) {
            return run(one, mine, session);
        }
        if (command instanceof ManyKeysCommand many) {
            return run(many, mine, session);
        }
        session.did(command.name(), System.currentTimeMillis());
        house.run(command, request, session, mine.now());
        reader.stranger(!session.authenticated());
        ending |= session.closing();
        return true;
    }

    private boolean run(KeyCommand command, Answers mine, Session session) {
        int token = house.counter().tokenOf(request, 1);
        returns.look();
        Post post = house.counter().postOf(token);
        Chart chart = house.counter().routes().chart();
        if (!returns.mayTake()) {
            return false;
        }
        if (post != null && house.counter().run(command, request, post, mine.now(), session.resp3())) {
            return true;
        }
        if (house.redirects() && moved(chart, token, 1, mine)) {
            return true;
        }
        Answers.Place place = mine.later();
        byte[] frame = Arrays.copyOfRange(request.data(), request.begin(), request.end());
        returns.send(new Single(place, mine, session), command, frame, token, chart);
        return true;
    }

    private boolean moved(Chart chart, int token, int key, Answers mine) {
        Peer to = house.counter().target(chart, token);
        // It is this node's, or nobody's, and waits. Or it moves, and two nodes would send the client to and fro.
        if (to == null || !to.reachable() || chart.unsettled(token)) {
            return false;
        }
        long slot = KeyHash.REDIS_SLOT.hash(request.data(), request.start(key), request.length(key));
        Replies.error(mine.now(), "MOVED " + slot + " " + to.host() + ":" + to.port());
        return true;
    }

    private boolean run(ManyKeysCommand command, Answers mine, Session session) {
        int parts = command.parts(request);
        int[] tokens = new int[parts];
        @Nullable Post[] posts = new Post[parts];
        returns.look();
        for (int i = 0; i < parts; i++) {
            tokens[i] = house.counter().tokenOf(request, command.key(i));
            posts[i] = house.counter().postOf(tokens[i]);
        }
        Chart chart = house.counter().routes().chart();
        if (!returns.mayTake()) {
            return false;
        }
        if (house.redirects()
                && (crosses(tokens, mine) || (posts[0] == null && moved(chart, tokens[0], command.key(0), mine)))) {
            return true;
        }
        Fan fan = new Fan(command, parts, mine, session.resp3());
        for (int i = 0; i < parts; i++) {
            Post post = posts[i];
            if (post == null || !fan.run(request, i, house.counter(), post)) {
                Request part = command.part(request, i);
                KeyCommand single = Objects.requireNonNull(house.single(part));
                returns.send(fan.home(i), single, part.data(), tokens[i], chart);
            }
        }
        return true;
    }

    private static boolean crosses(int[] tokens, Answers mine) {
        boolean one = Arrays.stream(tokens).allMatch(token -> token == tokens[0]);
        if (!one) {
            Replies.error(mine.now(), "CROSSSLOT Keys in request don't hash to the same slot");
        }
        return !one;
    }

    /** What other nodes say when they come. */
    private boolean isBetweenNodes(ChannelHandlerContext ctx, Answers mine, Session session) {
        if (request.is(0, Words.CHALLENGE)) {
            challenge = Handshake.challenge();
            Replies.bulk(mine.now(), challenge);
            return true;
        }
        if (!request.is(0, Words.MEET)) {
            return false;
        }
        String refusal = lane.plant()
                .handshake()
                .refusal(request, challenge, lane.plant().me());
        challenge = "";
        if (!refusal.isEmpty()) {
            log.warn("a node at {} was refused: {}", ctx.channel().remoteAddress(), refusal);
            Replies.error(mine.now(), refusal);
            closeSoon();
            return true;
        }
        Replies.ok(mine.now());
        mine.flush();
        inbox.consume(request.end() - request.begin());
        house.gone(session);
        closed = true;
        lane.went(this);
        ctx.channel().config().setAutoRead(true);
        PeerDoor door = new PeerDoor(house, hall.arrival());
        ctx.pipeline().replace(this, "peer", door);
        door.goOn(ctx.pipeline().context(door), inbox.rest());
        return true;
    }

    private void closeSoon() {
        closed = true;
        Answers mine = answers;
        ChannelHandlerContext ctx = context;
        if (mine != null && ctx != null) {
            mine.flush();
            Ends.closeAfterSending(ctx);
        }
    }

    private void flush() {
        Answers mine = answers;
        if (mine != null) {
            mine.flush();
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
        lane.went(this);
        Session session = guest;
        if (session != null) {
            house.gone(session);
        }
        returns.abandon();
        Answers mine = answers;
        if (mine != null) {
            mine.release();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof java.io.IOException) {
            log.debug("a client went: {}", cause.toString());
        } else {
            log.error("a connection failed and is closed", cause);
        }
        Ends.close(ctx);
    }

    /** The answer of another node to a request for one key. */
    private record Single(Answers.Place place, Answers mine, Session session) implements Returns.Home {

        @Override
        public void answered(byte[] data, int from, int length) {
            Fan.copy(mine.at(place), data, from, length, session.resp3());
            mine.done(place);
        }

        @Override
        public void failed(String error) {
            Replies.error(mine.at(place), error);
            mine.done(place);
        }
    }
}

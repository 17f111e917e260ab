package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.Chart;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.command.form.KeyCommand;
import dev.divvy.cache.resp.ProtocolException;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.resp.RequestReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The requests of one connection that are under way to other nodes, and those that came back undone. Two rules keep their order. A change of
 * the ways is crossed only when nothing is under way. And when a request bounced, nothing new is sent until all are back; then the bounced
 * ones go again, one after the other, the oldest first. Everything here happens on one event loop.
 */
final class Returns {

    /** Where the answer to a request goes. */
    interface Home {
        /** The reply as it came over the wire; the array is valid during the call only. */
        void answered(byte[] data, int from, int length);

        void failed(String error);
    }

    static final String NOBODY = "CLUSTERDOWN Hash slot not served";
    private static final long LONGEST_DELAY = 16;

    private final Lane lane;
    private final House house;
    private final Runnable touched;
    private final PriorityQueue<Forward> bounced = new PriorityQueue<>(Comparator.comparingLong(Forward::number));

    private int underWay;
    private long turn;
    private long numbers;
    private boolean scheduled;
    private boolean retrying;
    private boolean abandoned;

    /** @param touched is called whenever an answer came or the way became free */
    Returns(Lane lane, House house, Runnable touched) {
        this.lane = lane;
        this.house = house;
        this.touched = touched;
    }

    /** Whether new requests may be looked at. */
    boolean isFree() {
        return bounced.isEmpty() && !scheduled && !retrying;
    }

    boolean isEmpty() {
        return isFree() && underWay == 0;
    }

    /** To be called before a way is chosen. */
    void look() {
        if (underWay == 0) {
            turn = house.counter().routes().turn();
        }
    }

    /** Whether a way that was chosen may be taken now. */
    boolean mayTake() {
        return underWay == 0 || house.counter().routes().turn() == turn;
    }

    /** Sends a request to whoever this chart leads to. */
    void send(Home home, KeyCommand command, byte[] frame, int token, Chart chart) {
        Forward forward = new Forward(this, home, command, frame, token, numbers++);
        Peer to = house.counter().target(chart, token);
        if (to == null) {
            comeAgain(forward);
        } else {
            underWay++;
            forward.goes(chart, to);
            lane.send(forward, to);
        }
    }

    void cameHome() {
        underWay--;
        retrying = false;
        next();
        touched.run();
    }

    /** @param away whether the one who was asked has let go of the token */
    void bounced(Forward forward, boolean away) {
        underWay--;
        retrying = false;
        Chart former = forward.ledToFormerOwner();
        if (away && former != null) {
            house.counter().routes().letGo(former, forward.token());
        }
        comeAgain(forward);
    }

    private void comeAgain(Forward forward) {
        long now = System.nanoTime();
        if (forward.bouncedUntil(now, house.patienceNanos()) - now <= 0) {
            forward.home().failed(NOBODY);
        } else {
            bounced.add(forward);
        }
        next();
        touched.run();
    }

    private void next() {
        Forward first = bounced.peek();
        if (first == null || underWay > 0 || scheduled || retrying || abandoned) {
            return;
        }
        scheduled = true;
        // At once the first time: mostly somebody else has the token by now.
        long delay = first.bounces() <= 2 ? 0 : Math.min(LONGEST_DELAY, 1L << Math.min(10, first.bounces() - 3));
        if (delay == 0) {
            lane.loop().execute(this::retry);
        } else {
            lane.later(this::retry, delay);
        }
    }

    private void retry() {
        scheduled = false;
        Forward first = bounced.poll();
        if (first == null || abandoned) {
            return;
        }
        Chart chart = house.counter().routes().chart();
        if (runHere(first)) {
            next();
            touched.run();
            return;
        }
        Peer to = house.counter().target(chart, first.token());
        if (to == null) {
            comeAgain(first);
        } else {
            retrying = true;
            underWay++;
            first.goes(chart, to);
            lane.send(first, to);
        }
    }

    /** Its token may be this node's by now. */
    private boolean runHere(Forward forward) {
        if (house.counter().postOf(forward.token()) == null) {
            return false;
        }
        ByteBuf out = Unpooled.buffer(256);
        Request request = new Request();
        try {
            int unused = new RequestReader(house.limitsBetweenNodes())
                    .read(forward.frame(), 0, forward.frame().length, request);
        } catch (ProtocolException e) {
            throw new IllegalStateException("a request that was read before", e);
        }
        if (!house.counter().run(forward.command(), request, forward.token(), out, false)) {
            return false;
        }
        forward.home().answered(out.array(), out.arrayOffset() + out.readerIndex(), out.readableBytes());
        return true;
    }

    /** The client is gone: nobody waits for what is under way. */
    void abandon() {
        abandoned = true;
        bounced.clear();
    }
}

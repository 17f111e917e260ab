package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.Post;
import dev.divvy.cache.command.form.KeyCommand;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Where this process itself asks for keys, from any thread: what is here is run at once, the rest goes to the others. */
public final class Desk {

    private static final int USUAL = 256;

    /** Few event loops have much to do each, and then wake up and write once for many requests; one alone does some hundred thousand a second. */
    private static final int LANES_A_TRAY = 4;

    /** What waits for an event loop: many trips wake it once. */
    private static final class Tray {
        private final Lane lane;
        private final Queue<Trip> waiting = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean called = new AtomicBoolean();

        private Tray(Lane lane) {
            this.lane = lane;
        }

        private void put(Trip trip) {
            waiting.add(trip);
            if (called.compareAndSet(false, true)) {
                lane.loop().execute(this::empty);
            }
        }

        private void empty() {
            called.set(false);
            for (Trip trip = waiting.poll(); trip != null; trip = waiting.poll()) {
                trip.go();
            }
        }
    }

    private final House house;
    private final List<Tray> trays;

    public Desk(Plant plant, House house) {
        this.house = house;
        List<Lane> lanes = plant.lanes();
        this.trays = lanes.stream()
                .limit(Math.max(1, lanes.size() / LANES_A_TRAY))
                .map(Tray::new)
                .toList();
    }

    /**
     * Asks for one key.
     *
     * @return the reply, as it goes over the wire
     */
    public CompletableFuture<byte[]> ask(byte[]... words) {
        Request request = Request.of(words);
        KeyCommand command = house.single(request);
        if (command == null) {
            throw new IllegalArgumentException(request.text(0) + " is not about one key");
        }
        int token = house.counter().tokenOf(request, 1);
        byte[] here = runHere(house.counter(), command, request, token);
        if (here != null) {
            return CompletableFuture.completedFuture(here);
        }
        Tray tray = trays.get((int) (Thread.currentThread().getId() % trays.size()));
        Trip trip = new Trip(tray.lane, house, command, request, token);
        tray.put(trip);
        return trip.answer();
    }

    static byte @Nullable [] runHere(Counter counter, KeyCommand command, Request request, int token) {
        Post post = counter.postOf(token);
        if (post == null) {
            return null;
        }
        ByteBuf out = Unpooled.buffer(USUAL);
        if (!counter.run(command, request, post, out, false)) {
            return null;
        }
        byte[] reply = new byte[out.readableBytes()];
        out.readBytes(reply);
        return reply;
    }
}

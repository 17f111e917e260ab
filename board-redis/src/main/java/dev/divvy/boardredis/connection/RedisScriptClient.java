package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.ReplicaQuorum;
import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import dev.divvy.coordination.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The way to one Redis, a server or a cluster. It connects when it is needed and again when it has to; making one never fails because
 * Redis is away. Any thread may use it.
 */
public final class RedisScriptClient implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int REDIRECTS_AT_ONCE = 4;

    private final RedisAddress place;
    private final ConnectionFactory door;
    private final SlotOwners masters;
    private final ChannelListeners listeners;
    private final Map<String, ConnectionPool> wires = new ConcurrentHashMap<>();

    private volatile boolean closed;

    public RedisScriptClient(RedisAddress place) {
        this.place = place;
        this.door = new ConnectionFactory(place);
        this.masters = place.isCluster()
                ? new ClusterMap(place.addresses(), this::wires)
                : new SingleServer(place.addresses().get(0));
        this.listeners = new ChannelListeners(door, masters);
    }

    public RedisAddress place() {
        return place;
    }

    /**
     * Runs a script that changes nothing, or whose changes need not outlive the master.
     *
     * @param keys all of one slot; at least one
     * @return byte[], Long, null, or a List of these
     * @throws RedisTroubleException within the patience
     */
    public @Nullable Object ask(Script script, List<byte[]> keys, List<byte[]> arguments, Duration patience) {
        return run(new ScriptCall(script, keys, arguments, null), Deadline.after(patience));
    }

    /** As {@link #ask}; and what it changed is answered only when a majority of the copies has it, the master's included. */
    public @Nullable Object change(Script script, List<byte[]> keys, List<byte[]> arguments, Duration patience) {
        return change(script, keys, arguments, patience, ReplicaQuorum.MAJORITY);
    }

    /** As {@link #ask}; and what it changed is answered only when so many copies have it. */
    public @Nullable Object change(
            Script script, List<byte[]> keys, List<byte[]> arguments, Duration patience, ReplicaQuorum quorum) {
        return run(new ScriptCall(script, keys, arguments, quorum), Deadline.after(patience));
    }

    /**
     * Calls {@code changed} soon after something was published on a channel, and whenever that may have been missed: also once when
     * listening has begun. Returns at once, whether Redis is there or not; {@code changed} is called on a thread of the link and must not
     * wait.
     */
    public Subscription listen(String channel, Runnable changed) {
        return listeners.add(channel, changed);
    }

    private ConnectionPool wires(String address) {
        return wires.computeIfAbsent(address, there -> new ConnectionPool(there, door));
    }

    /** Tries again, here or elsewhere, as long as it is certain that nothing was carried out. */
    private @Nullable Object run(ScriptCall errand, Deadline deadline) {
        Optional<Redirect> redirect = Optional.empty();
        for (int turn = 1; ; turn++) {
            Visit visit = visit(errand, redirect, deadline);
            if (visit.again().isEmpty()) {
                return visit.answer();
            }
            redirect = visit.redirect();
            if (redirect.isEmpty() || turn > REDIRECTS_AT_ONCE) {
                pause(visit.again().get(), deadline);
            }
        }
    }

    /** Where a node sent us; with {@code asking} for this once. */
    private record Redirect(String address, boolean asking) {}

    /**
     * How one attempt ended: with an answer, or with a trouble after which it may be tried again.
     *
     * @param redirect where to try it, when a node said so
     */
    private record Visit(@Nullable Object answer, Optional<RedisAccessException> again, Optional<Redirect> redirect) {

        static Visit again(RedisAccessException trouble) {
            return new Visit(null, Optional.of(trouble), Optional.empty());
        }

        static Visit elsewhere(RedisAccessException trouble, String address, boolean asking) {
            return new Visit(null, Optional.of(trouble), Optional.of(new Redirect(address, asking)));
        }
    }

    private Visit visit(ScriptCall errand, Optional<Redirect> redirect, Deadline deadline) {
        if (closed) {
            throw new RedisAccessException(Kind.AWAY, "the link to Redis at " + place + " is closed");
        }
        String address;
        RedisConnection wire;
        try {
            address = redirect.isPresent() ? redirect.get().address() : masters.of(errand.slot(), deadline);
            wire = take(address, deadline);
        } catch (RedisAccessException e) {
            if (!masters.mayChange() || e.kind() != Kind.AWAY) {
                throw e;
            }
            return Visit.again(e);
        }
        ConnectionPool there = wires(address);
        try {
            boolean asking = redirect.isPresent() && redirect.get().asking();
            Visit visit = new Visit(wire.ask(errand, asking, deadline), Optional.empty(), Optional.empty());
            there.give(wire);
            return visit;
        } catch (ErrorReplyException e) {
            there.give(wire);
            return after(e, address);
        } catch (RuntimeException e) {
            if (e instanceof RedisAccessException trouble && trouble.kind() == Kind.TOO_FEW_COPIES) {
                there.give(wire);
            } else {
                there.drop(wire);
                masters.doubt(address);
            }
            throw e;
        }
    }

    private RedisConnection take(String address, Deadline deadline) {
        try {
            return wires(address).take(deadline);
        } catch (RedisAccessException e) {
            masters.doubt(address);
            throw e;
        }
    }

    private Visit after(ErrorReplyException reply, String address) {
        if (reply.moved().isPresent()) {
            masters.redirected(address);
            return Visit.elsewhere(reply.trouble(), reply.moved().get(), false);
        }
        if (reply.ask().isPresent()) {
            return Visit.elsewhere(reply.trouble(), reply.ask().get(), true);
        }
        if (reply.isForNow()) {
            masters.doubt(address);
            return Visit.again(reply.trouble());
        }
        throw reply.trouble();
    }

    private static void pause(RedisAccessException trouble, Deadline deadline) {
        if (deadline.left() <= PAUSE.toNanos()) {
            throw trouble;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw trouble;
        }
    }

    /** Ends all connections and threads at once, whether Redis answers or not. */
    @Override
    public void close() {
        closed = true;
        listeners.close();
        door.close();
    }
}

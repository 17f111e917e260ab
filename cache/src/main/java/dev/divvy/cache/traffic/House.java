package dev.divvy.cache.traffic;

import dev.divvy.cache.command.Commands;
import dev.divvy.cache.command.form.Command;
import dev.divvy.cache.command.form.ConnectionCommand;
import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.form.KeyCommand;
import dev.divvy.cache.command.form.KeyspaceCommand;
import dev.divvy.cache.command.form.ManyKeysCommand;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.resp.Limits;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What all connections of a node share. */
public final class House {

    /** Commands that only this kind of node knows. */
    @FunctionalInterface
    public interface Extras {
        /** Answers a request that is one of them; says whether it is. */
        boolean run(Request request, ByteBuf out);
    }

    private static final int ROOM_FOR_NODES = 256;
    private static final int FEW_BYTES = 1 << 20;

    private final LongAdder commands = new LongAdder();
    private final LongAdder connections = new LongAdder();
    private final Ground ground;
    private final Counter counter;
    private final Extras extras;
    private final boolean redirects;
    private final long patience;

    /** The patience is how long a request waits for an owner while its token moves. */
    public House(Ground ground, Counter counter, Extras extras, boolean redirects, Duration patience) {
        this.ground = ground;
        this.counter = counter;
        this.extras = extras;
        this.redirects = redirects;
        this.patience = patience.toNanos();
    }

    Counter counter() {
        return counter;
    }

    boolean redirects() {
        return redirects;
    }

    long patienceNanos() {
        return patience;
    }

    Limits limits() {
        return ground.limits();
    }

    /** What nodes take from each other: a parcel may hold an entry whose key and value are both as long as can be, and a little more. */
    Limits limitsBetweenNodes() {
        Limits own = limits();
        int parcel = (int) Math.min(2L * own.longestValue() + FEW_BYTES, Integer.MAX_VALUE - 2 * FEW_BYTES);
        return new Limits(
                parcel,
                Math.max(own.mostArguments(), Limits.DEFAULT.mostArguments()),
                own.longestInline(),
                Math.max(own.longestRequest(), parcel + FEW_BYTES),
                own.mostWaiting(),
                own.mostConnections());
    }

    /** One who came; empty when there is no room. A few more than the limit come in: other nodes must never be kept out. */
    Optional<Session> arrived(InetSocketAddress from, InetSocketAddress at, Runnable close) {
        connections.increment();
        if (ground.sessions().size() >= limits().mostConnections() + ROOM_FOR_NODES) {
            return Optional.empty();
        }
        Session session = new Session(
                ground.sessions().nextId(),
                shown(from),
                shown(at),
                System.currentTimeMillis(),
                ground.password().isEmpty(),
                close);
        ground.sessions().add(session);
        return Optional.of(session);
    }

    private static String shown(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    /** Whether there are more than the limit: the last ones are other nodes, or have to go. */
    boolean isCrowded() {
        return ground.sessions().size() > limits().mostConnections();
    }

    /** A connection ran so many requests. */
    void ran(int requests) {
        commands.add(requests);
    }

    public long commands() {
        return commands.sum();
    }

    public long connections() {
        return connections.sum();
    }

    void gone(Session session) {
        ground.sessions().remove(session);
    }

    @Nullable
    Command find(Request request) {
        return Commands.find(request);
    }

    /** What a request for one key does; null when it is not about one key. */
    @Nullable
    KeyCommand single(Request request) {
        Command command = find(request);
        if (command instanceof KeyCommand one) {
            return one;
        }
        return command instanceof ManyKeysCommand many && many.parts(request) == 1 ? alone(many) : null;
    }

    /** A command for many keys, asked for one. */
    private static KeyCommand alone(ManyKeysCommand many) {
        return new KeyCommand(many.form(), (request, shelf, now, out, resp3) -> {
            boolean counts = many.run(request, 0, shelf, now, out, resp3);
            if (many.combine() == ManyKeysCommand.Combine.SUM) {
                Replies.integer(out, counts ? 1 : 0);
            } else if (many.combine() == ManyKeysCommand.Combine.ALL_OK) {
                Replies.ok(out);
            }
        });
    }

    /** Answers a request that may not be run; says whether it is one. */
    boolean refuses(Command command, Request request, Session session, Answers answers) {
        String refusal = Commands.refusal(command, request, session);
        if (refusal != null) {
            Replies.error(answers.now(), refusal);
        }
        return refusal != null;
    }

    /** Answers a request for something that is no command of every cache. A stranger does not hear what there is and what not. */
    void runExtra(Request request, Session session, ByteBuf out) {
        if (!session.authenticated()) {
            Replies.error(out, Faults.NO_AUTH);
        } else if (!extras.run(request, out)) {
            Replies.error(out, Faults.unknownCommand(request));
        }
    }

    /** Runs a command that is about this node or this connection. */
    void run(Command command, Request request, Session session, ByteBuf out) {
        if (command instanceof KeyspaceCommand all) {
            all.run(request, ground, out, session.resp3());
        } else if (command instanceof ConnectionCommand one) {
            one.run(request, session, ground, out);
        } else {
            throw new IllegalArgumentException(command.name() + " is about keys");
        }
    }
}

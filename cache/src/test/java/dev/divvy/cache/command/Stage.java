package dev.divvy.cache.command;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.cache.command.form.Command;
import dev.divvy.cache.command.form.ConnectionCommand;
import dev.divvy.cache.command.form.Faults;
import dev.divvy.cache.command.form.KeyCommand;
import dev.divvy.cache.command.form.KeyspaceCommand;
import dev.divvy.cache.command.form.ManyKeysCommand;
import dev.divvy.cache.command.form.ManyKeysCommand.Combine;
import dev.divvy.cache.command.ground.ClusterView;
import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.NodeFacts;
import dev.divvy.cache.command.ground.Password;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.command.ground.Sessions;
import dev.divvy.cache.resp.Limits;
import dev.divvy.cache.resp.ProtocolException;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.resp.RequestReader;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.Shelf;
import dev.divvy.cache.store.Shelves;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A node without a network: bytes of requests in, bytes of replies out, everything on its own shelves. */
final class Stage implements Ground {

    private final Tokens tokens;
    private final Shelves shelves;
    private final Sessions sessions = new Sessions();
    private final Optional<Password> password;
    private final Session session;
    private final RequestReader reader = new RequestReader(Limits.DEFAULT);
    private final Request request = new Request();

    Stage(Tokens tokens, CacheClock clock, Optional<Password> password) {
        this.tokens = tokens;
        this.shelves = new Shelves(tokens.count(), Shelves.UNBOUNDED, Limits.DEFAULT.longestValue(), clock);
        this.password = password;
        this.session = connect();
    }

    static Stage of(CacheClock clock) {
        return new Stage(Tokens.redis(), clock, Optional.empty());
    }

    Session connect() {
        Session[] self = new Session[1];
        self[0] = sessions.open(
                        Limits.DEFAULT.mostConnections(),
                        id -> new Session(
                                id,
                                "127.0.0.1:" + (40_000 + id),
                                "127.0.0.1:7401",
                                shelves.clock().millis(),
                                password.isEmpty(),
                                () -> sessions.remove(self[0])))
                .orElseThrow();
        return self[0];
    }

    Session session() {
        return session;
    }

    /** The reply as text, to a request as words. */
    String say(String... words) {
        return new String(ask(frame(words)), StandardCharsets.ISO_8859_1);
    }

    static byte[] frame(String... words) {
        byte[][] arguments = new byte[words.length][];
        for (int i = 0; i < words.length; i++) {
            arguments[i] = words[i].getBytes(StandardCharsets.ISO_8859_1);
        }
        return frame(arguments);
    }

    static byte[] frame(byte[]... arguments) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(("*" + arguments.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (byte[] argument : arguments) {
            frame.writeBytes(("$" + argument.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            frame.writeBytes(argument);
            frame.writeBytes(new byte[] {'\r', '\n'});
        }
        return frame.toByteArray();
    }

    byte[] ask(byte[] frame) {
        ByteBuf out = Unpooled.buffer();
        try {
            int read = reader.read(frame, 0, frame.length, request);
            if (read != frame.length) {
                throw new AssertionError("read " + read + " of " + frame.length);
            }
            run(request, out);
        } catch (ProtocolException e) {
            Replies.error(out, "ERR " + e.getMessage());
        }
        byte[] reply = new byte[out.readableBytes()];
        out.readBytes(reply);
        return reply;
    }

    void run(Request asked, ByteBuf out) {
        Command command = Commands.find(asked);
        if (command == null) {
            Replies.error(out, Faults.unknownCommand(asked));
            return;
        }
        String refusal = Commands.refusal(command, asked, session);
        if (refusal != null) {
            Replies.error(out, refusal);
            return;
        }
        long now = shelves.clock().millis();
        if (command instanceof KeyCommand one) {
            Shelf shelf = shelf(asked, 1);
            synchronized (shelf) {
                one.run(asked, shelf, now, out, session.resp3());
            }
        } else if (command instanceof ManyKeysCommand many) {
            run(many, asked, now, out);
        } else if (command instanceof KeyspaceCommand all) {
            all.run(asked, this, out, session.resp3());
        } else if (command instanceof ConnectionCommand talk) {
            talk.run(asked, session, this, out);
        }
    }

    private void run(ManyKeysCommand many, Request asked, long now, ByteBuf out) {
        int parts = many.parts(asked);
        if (many.combine() == Combine.ARRAY) {
            Replies.array(out, parts);
        }
        long sum = 0;
        for (int part = 0; part < parts; part++) {
            Shelf shelf = shelf(asked, many.key(part));
            synchronized (shelf) {
                sum += many.run(asked, part, shelf, now, out, session.resp3()) ? 1 : 0;
            }
        }
        if (many.combine() == Combine.SUM) {
            Replies.integer(out, sum);
        } else if (many.combine() == Combine.ALL_OK) {
            Replies.ok(out);
        }
    }

    private Shelf shelf(Request asked, int key) {
        return shelves.open(tokens.tokenOf(asked.copy(key)));
    }

    @Override
    public Shelves shelves() {
        return shelves;
    }

    @Override
    public ClusterView cluster() {
        String id = ClusterView.idOf("n1");
        ClusterView.Node other =
                new ClusterView.Node(ClusterView.idOf("n2"), "n2", "127.0.0.2", 7402, 7502, Runs.of(3, 7), false, true);
        Runs mine = Runs.of(0, tokens.count() - 1).minus(other.slots());
        ClusterView.Node me = new ClusterView.Node(id, "n1", "127.0.0.1", 7401, 7501, mine, true, true);
        return new ClusterView(id, 5, tokens, List.of(me, other));
    }

    @Override
    public NodeFacts facts() {
        return new NodeFacts("n1", "0.1.0", "127.0.0.1", 7401, 0);
    }

    @Override
    public Sessions sessions() {
        return sessions;
    }

    @Override
    public Optional<Password> password() {
        return password;
    }

    @Override
    public Limits limits() {
        return Limits.DEFAULT;
    }
}

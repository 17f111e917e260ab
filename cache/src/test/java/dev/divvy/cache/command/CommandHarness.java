package dev.divvy.cache.command;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.ClientSessions;
import dev.divvy.cache.command.context.ClusterView;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.context.NodeInfo;
import dev.divvy.cache.command.context.NodePassword;
import dev.divvy.cache.command.context.ReplicationInfo;
import dev.divvy.cache.command.spec.Command;
import dev.divvy.cache.command.spec.ConnectionCommand;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.command.spec.KeyCommand;
import dev.divvy.cache.command.spec.KeyspaceCommand;
import dev.divvy.cache.command.spec.ManyKeysCommand;
import dev.divvy.cache.command.spec.ManyKeysCommand.Combine;
import dev.divvy.cache.resp.ClientLimits;
import dev.divvy.cache.resp.ProtocolException;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RequestReader;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Runs commands without a network: takes the bytes of a request and returns the bytes of the reply. All entries are in its own store. */
final class CommandHarness implements CommandContext {

    private final Tokens tokens;
    private final EntryStore entryStore;
    private final ClientSessions sessions = new ClientSessions();
    private final Optional<NodePassword> password;
    private final ClientSession session;
    private final RequestReader reader = new RequestReader(ClientLimits.DEFAULT);
    private final RespRequest request = new RespRequest();

    CommandHarness(Tokens tokens, CacheClock clock, Optional<NodePassword> password) {
        this.tokens = tokens;
        this.entryStore =
                new EntryStore(tokens.count(), EntryStore.UNBOUNDED, ClientLimits.DEFAULT.maxValueLength(), clock);
        this.password = password;
        this.session = connect();
    }

    static CommandHarness of(CacheClock clock) {
        return new CommandHarness(Tokens.redis(), clock, Optional.empty());
    }

    ClientSession connect() {
        ClientSession[] self = new ClientSession[1];
        self[0] = sessions.open(
                        ClientLimits.DEFAULT.maxConnections(),
                        id -> new ClientSession(
                                id,
                                "127.0.0.1:" + (40_000 + id),
                                "127.0.0.1:7401",
                                entryStore.clock().millis(),
                                password.isEmpty(),
                                () -> sessions.remove(self[0])))
                .orElseThrow();
        return self[0];
    }

    ClientSession session() {
        return session;
    }

    /** Returns the reply as text. */
    String ask(String... words) {
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
            ReplyWriter.error(out, "ERR " + e.getMessage());
        }
        byte[] reply = new byte[out.readableBytes()];
        out.readBytes(reply);
        return reply;
    }

    void run(RespRequest parsed, ByteBuf out) {
        Command command = Commands.find(parsed);
        if (command == null) {
            ReplyWriter.error(out, ErrorReplies.unknownCommand(parsed));
            return;
        }
        String refusal = Commands.refusal(command, parsed, session);
        if (refusal != null) {
            ReplyWriter.error(out, refusal);
            return;
        }
        long now = entryStore.clock().millis();
        if (command instanceof KeyCommand single) {
            TokenStore store = store(parsed, 1);
            synchronized (store) {
                single.run(parsed, store, now, out, session.resp3());
            }
        } else if (command instanceof ManyKeysCommand many) {
            run(many, parsed, now, out);
        } else if (command instanceof KeyspaceCommand keyspace) {
            keyspace.run(parsed, this, out, session.resp3());
        } else if (command instanceof ConnectionCommand connection) {
            connection.run(parsed, session, this, out);
        }
    }

    private void run(ManyKeysCommand many, RespRequest parsed, long now, ByteBuf out) {
        int parts = many.parts(parsed);
        if (many.combine() == Combine.ARRAY) {
            ReplyWriter.array(out, parts);
        }
        long sum = 0;
        for (int part = 0; part < parts; part++) {
            TokenStore store = store(parsed, many.key(part));
            synchronized (store) {
                sum += many.run(parsed, part, store, now, out, session.resp3()) ? 1 : 0;
            }
        }
        if (many.combine() == Combine.SUM) {
            ReplyWriter.integer(out, sum);
        } else if (many.combine() == Combine.ALL_OK) {
            ReplyWriter.ok(out);
        }
    }

    private TokenStore store(RespRequest parsed, int key) {
        return entryStore.open(tokens.tokenOf(parsed.copy(key)));
    }

    @Override
    public boolean mayServe(TokenStore store) {
        return true;
    }

    @Override
    public EntryStore entryStore() {
        return entryStore;
    }

    @Override
    public ClusterView cluster() {
        String id = ClusterView.idOf("n1");
        ClusterView.Node other =
                new ClusterView.Node(ClusterView.idOf("n2"), "n2", "127.0.0.2", 7402, 7502, Runs.of(3, 7), false, true);
        Runs ownSlots = Runs.of(0, tokens.count() - 1).minus(other.slots());
        ClusterView.Node self = new ClusterView.Node(id, "n1", "127.0.0.1", 7401, 7501, ownSlots, true, true);
        return new ClusterView(id, 5, tokens, List.of(self, other));
    }

    @Override
    public NodeInfo nodeInfo() {
        return new NodeInfo("n1", "0.1.0", "127.0.0.1", 7401, 0);
    }

    @Override
    public void flush() {
        entryStore().flush();
    }

    @Override
    public ReplicationInfo replication() {
        return new ReplicationInfo(0, 0, 0);
    }

    @Override
    public ClientSessions sessions() {
        return sessions;
    }

    @Override
    public Optional<NodePassword> password() {
        return password;
    }

    @Override
    public ClientLimits limits() {
        return ClientLimits.DEFAULT;
    }
}

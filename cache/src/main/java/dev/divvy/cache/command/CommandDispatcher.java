package dev.divvy.cache.command;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.spec.Command;
import dev.divvy.cache.command.spec.ConnectionCommand;
import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.command.spec.KeyspaceCommand;
import dev.divvy.cache.resp.ClientLimits;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import java.util.Optional;

/** Runs the commands of clients that are about a node or a connection, and admits the clients. Used by all event loops. */
public final class CommandDispatcher {

    /** Commands that only a node of this kind has. */
    @FunctionalInterface
    public interface Extension {
        /** Runs a request that is one of them; returns whether it is. */
        boolean run(RespRequest request, ByteBuf out);
    }

    /** So many connections above the limit are accepted for a moment: other nodes must never be kept out. */
    private static final int ROOM_FOR_NODES = 256;

    private final CommandContext ground;
    private final Extension extension;

    public CommandDispatcher(CommandContext ground, Extension extension) {
        this.ground = ground;
        this.extension = extension;
    }

    public ClientLimits limits() {
        return ground.limits();
    }

    /** Opens a session for a connection; empty when there is no room even for a node. */
    public Optional<ClientSession> connected(String from, String at, Runnable close) {
        return ground.sessions()
                .open(
                        limits().mostConnections() + ROOM_FOR_NODES,
                        id -> new ClientSession(
                                id,
                                from,
                                at,
                                System.currentTimeMillis(),
                                ground.password().isEmpty(),
                                close));
    }

    public void disconnected(ClientSession session) {
        ground.sessions().remove(session);
    }

    /** Returns whether there are more connections than the limit: the last ones must prove to be nodes, or are closed. */
    public boolean isCrowded() {
        return ground.sessions().size() > limits().mostConnections();
    }

    /** Counts commands that a connection ran. */
    public void countCommands(int ran) {
        ground.sessions().countCommands(ran);
    }

    /** Runs a request that names no command of every cache. A stranger is not told which commands there are. */
    public void runUnknown(RespRequest request, ClientSession session, ByteBuf out) {
        if (!session.authenticated()) {
            ReplyWriter.error(out, ErrorReplies.NO_AUTH);
        } else if (!extension.run(request, out)) {
            ReplyWriter.error(out, ErrorReplies.unknownCommand(request));
        }
    }

    /** Runs a command that is about this node or this connection. */
    public void run(Command command, RespRequest request, ClientSession session, ByteBuf out) {
        if (command instanceof KeyspaceCommand keyspace) {
            keyspace.run(request, ground, out, session.resp3());
        } else if (command instanceof ConnectionCommand connection) {
            connection.run(request, session, ground, out);
        } else {
            throw new IllegalArgumentException(command.name() + " is about keys");
        }
    }
}

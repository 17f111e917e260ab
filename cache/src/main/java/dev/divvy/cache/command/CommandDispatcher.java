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

/** Opens the sessions of clients and runs their commands about the node or the connection. Used by all event loops. */
public final class CommandDispatcher {

    /** Commands that Redis does not have. */
    @FunctionalInterface
    public interface Extension {
        /** Runs a request for one of these commands; returns false if it is for none of them. */
        boolean run(RespRequest request, ByteBuf out);
    }

    /** Connections above the limit that are accepted for a moment, since one of another node must never be refused. */
    private static final int NODE_HEADROOM = 256;

    private final CommandContext context;
    private final Extension extension;

    public CommandDispatcher(CommandContext context, Extension extension) {
        this.context = context;
        this.extension = extension;
    }

    public ClientLimits limits() {
        return context.limits();
    }

    /** Opens a session for a connection; empty when there are too many connections even for a node's. */
    public Optional<ClientSession> connected(String address, String localAddress, Runnable close) {
        return context.sessions()
                .open(
                        limits().maxConnections() + NODE_HEADROOM,
                        id -> new ClientSession(
                                id,
                                address,
                                localAddress,
                                System.currentTimeMillis(),
                                context.password().isEmpty(),
                                close));
    }

    public void disconnected(ClientSession session) {
        context.sessions().remove(session);
    }

    /** Whether there are more connections than the limit: the newest must prove to be a node's, or is closed. */
    public boolean isOverConnectionLimit() {
        return context.sessions().size() > limits().maxConnections();
    }

    /** Counts commands that a connection ran. */
    public void countCommands(int count) {
        context.sessions().countCommands(count);
    }

    /** Runs a request that is not in {@link Commands}. An unauthenticated client is not told which commands exist. */
    public void runUnknown(RespRequest request, ClientSession session, ByteBuf out) {
        if (!session.authenticated()) {
            ReplyWriter.error(out, ErrorReplies.NO_AUTH);
        } else if (!extension.run(request, out)) {
            ReplyWriter.error(out, ErrorReplies.unknownCommand(request));
        }
    }

    /** Runs a command about this node or this connection. */
    public void run(Command command, RespRequest request, ClientSession session, ByteBuf out) {
        if (command instanceof KeyspaceCommand keyspace) {
            keyspace.run(request, context, out, session.resp3());
        } else if (command instanceof ConnectionCommand connection) {
            connection.run(request, session, context, out);
        } else {
            throw new IllegalArgumentException(command.name() + " is a command about keys and must be routed by them");
        }
    }
}

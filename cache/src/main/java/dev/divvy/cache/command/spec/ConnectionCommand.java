package dev.divvy.cache.command.spec;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;

/** A command about the connection, the node or the cluster. It runs on the node that receives it. The caller holds no monitor. */
public record ConnectionCommand(CommandSyntax syntax, Action action) implements Command {

    /** Writes exactly one reply. */
    @FunctionalInterface
    public interface Action {
        void run(RespRequest request, ClientSession session, CommandContext context, ByteBuf out);
    }

    public void run(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        action.run(request, session, context, out);
    }
}

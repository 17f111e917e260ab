package dev.divvy.cache.command.spec;

import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;

/** A command about all keys of the node that receives it. The caller holds no monitor. */
public record KeyspaceCommand(CommandSyntax syntax, Action action) implements Command {

    /** Writes exactly one reply. */
    @FunctionalInterface
    public interface Action {
        void run(RespRequest request, CommandContext context, ByteBuf out, boolean resp3);
    }

    public void run(RespRequest request, CommandContext context, ByteBuf out, boolean resp3) {
        action.run(request, context, out, resp3);
    }
}

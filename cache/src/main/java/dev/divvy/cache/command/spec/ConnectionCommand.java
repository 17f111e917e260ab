package dev.divvy.cache.command.spec;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;

/** A command about the connection, the node or the cluster. It is done where it comes in. The caller holds no monitor. */
public record ConnectionCommand(CommandSyntax form, Work work) implements Command {

    /** Writes exactly one reply. */
    @FunctionalInterface
    public interface Work {
        void run(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out);
    }

    public void run(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        work.run(request, session, ground, out);
    }
}

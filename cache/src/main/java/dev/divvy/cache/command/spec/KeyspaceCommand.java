package dev.divvy.cache.command.spec;

import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.resp.RespRequest;
import io.netty.buffer.ByteBuf;

/** A command about all keys of the node that is asked. The caller holds no monitor. */
public record KeyspaceCommand(CommandSyntax form, Work work) implements Command {

    /** Writes exactly one reply. */
    @FunctionalInterface
    public interface Work {
        void run(RespRequest request, CommandContext ground, ByteBuf out, boolean resp3);
    }

    public void run(RespRequest request, CommandContext ground, ByteBuf out, boolean resp3) {
        work.run(request, ground, out, resp3);
    }
}

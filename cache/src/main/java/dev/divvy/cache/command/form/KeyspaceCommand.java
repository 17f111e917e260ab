package dev.divvy.cache.command.form;

import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;

/** A command about all keys of the node that is asked. The caller holds no monitor. */
public record KeyspaceCommand(Form form, Work work) implements Command {

    /** Writes exactly one reply. */
    @FunctionalInterface
    public interface Work {
        void run(Request request, Ground ground, ByteBuf out, boolean resp3);
    }

    public void run(Request request, Ground ground, ByteBuf out, boolean resp3) {
        work.run(request, ground, out, resp3);
    }
}

package dev.divvy.cache.command.form;

import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.resp.Request;
import io.netty.buffer.ByteBuf;

/** A command about the connection, the node or the cluster. It is done where it comes in. The caller holds no monitor. */
public record ConnectionCommand(Form form, Work work) implements Command {

    /** Writes exactly one reply. */
    @FunctionalInterface
    public interface Work {
        void run(Request request, Session session, Ground ground, ByteBuf out);
    }

    public void run(Request request, Session session, Ground ground, ByteBuf out) {
        work.run(request, session, ground, out);
    }
}

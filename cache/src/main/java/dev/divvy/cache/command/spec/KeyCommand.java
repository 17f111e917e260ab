package dev.divvy.cache.command.spec;

import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;

/** A command about one key, which is argument 1. It is done on the shelf of the key's token. */
public record KeyCommand(CommandSyntax form, Work work) implements Command {

    /** What a command does on a shelf, whose monitor the caller holds; it writes exactly one reply. */
    @FunctionalInterface
    public interface Work {
        void run(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3);
    }

    public void run(RespRequest request, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        work.run(request, shelf, now, out, resp3);
    }
}

package dev.divvy.cache.command.spec;

import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;

/** A command about one key, which is argument 1. It runs on the store of the key's token. */
public record KeyCommand(CommandSyntax syntax, Action action) implements Command {

    /** Runs on a store whose monitor the caller holds, and writes exactly one reply. */
    @FunctionalInterface
    public interface Action {
        void run(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3);
    }

    public void run(RespRequest request, TokenStore store, long now, ByteBuf out, boolean resp3) {
        action.run(request, store, now, out, resp3);
    }
}

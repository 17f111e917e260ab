package dev.divvy.cache.command.spec;

import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A command about many keys, which may be on different nodes. It is split into parts of one key each, in the order of the keys. The
 * parts are not atomic together.
 */
public record ManyKeysCommand(CommandSyntax syntax, String partName, Combine combine, PartAction action)
        implements Command {

    /** The way in which the replies of the parts become one. */
    public enum Combine {
        /** An array of all replies, in the order of the parts. */
        ARRAY,
        /** The sum of the replies, each of which is 0 or 1. */
        SUM,
        /** OK when all parts succeeded. */
        ALL_OK
    }

    /** Runs one part on its store, whose monitor the caller holds; {@code key} is the index of the argument. */
    @FunctionalInterface
    public interface PartAction {
        boolean run(RespRequest request, int key, TokenStore store, long now, ByteBuf out, boolean resp3);
    }

    /** Also refuses a key without its value. */
    @Override
    public @Nullable String arityError(RespRequest request) {
        boolean complete = (request.size() - syntax.firstKey()) % syntax.keyStep() == 0;
        return complete ? syntax.arityError(request) : ErrorReplies.arity(syntax.name());
    }

    public int parts(RespRequest request) {
        return (request.size() - syntax.firstKey()) / syntax.keyStep();
    }

    /** Returns the index of the argument that is the key of a part. */
    public int key(int part) {
        return syntax.firstKey() + part * syntax.keyStep();
    }

    /** Returns a part as a request of its own, such as GET or SET, for another node. */
    public RespRequest part(RespRequest request, int part) {
        byte[][] arguments = new byte[1 + syntax.keyStep()][];
        arguments[0] = partName.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < syntax.keyStep(); i++) {
            arguments[1 + i] = request.copy(key(part) + i);
        }
        return RespRequest.of(arguments);
    }

    /**
     * Runs a part on the store of its token, whose monitor the caller holds. For {@link Combine#ARRAY} it writes the reply of the part,
     * otherwise nothing.
     *
     * @return whether the part counts as 1, for {@link Combine#SUM}
     */
    public boolean run(RespRequest request, int part, TokenStore store, long now, ByteBuf out, boolean resp3) {
        return action.run(request, key(part), store, now, out, resp3);
    }
}

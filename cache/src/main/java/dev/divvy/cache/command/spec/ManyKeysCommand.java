package dev.divvy.cache.command.spec;

import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.TokenStore;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A command about many keys, which may live on different nodes. It falls apart into parts of one key each, in the order of the
 * keys. Nothing makes the parts happen together.
 */
public record ManyKeysCommand(CommandSyntax form, String partName, Combine combine, Part work) implements Command {

    /** How the answers of the parts become one. */
    public enum Combine {
        /** The list of all answers, in the order of the parts. */
        ARRAY,
        /** Each part answers 0 or 1; the sum. */
        SUM,
        /** OK when all parts are. */
        ALL_OK
    }

    /** One part on its shelf, whose monitor the caller holds; the key is the argument with this number. */
    @FunctionalInterface
    public interface Part {
        boolean run(RespRequest request, int key, TokenStore shelf, long now, ByteBuf out, boolean resp3);
    }

    /** Keys and values go in pairs. */
    @Override
    public @Nullable String arityFault(RespRequest request) {
        boolean whole = (request.size() - form.firstKey()) % form.keyStep() == 0;
        return whole ? form.arityFault(request) : ErrorReplies.arity(form.name());
    }

    public int parts(RespRequest request) {
        return (request.size() - form.firstKey()) / form.keyStep();
    }

    /** The argument that is the key of a part. */
    public int key(int part) {
        return form.firstKey() + part * form.keyStep();
    }

    /** A part as a request of its own, such as GET or SET, for another node. */
    public RespRequest part(RespRequest request, int part) {
        byte[][] arguments = new byte[1 + form.keyStep()][];
        arguments[0] = partName.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < form.keyStep(); i++) {
            arguments[1 + i] = request.copy(key(part) + i);
        }
        return RespRequest.of(arguments);
    }

    /**
     * Does a part on the shelf of its token; the caller holds its monitor. For {@link Combine#ARRAY} it writes the reply of the
     * part, else nothing.
     *
     * @return what the part counts, for {@link Combine#SUM}
     */
    public boolean run(RespRequest request, int part, TokenStore shelf, long now, ByteBuf out, boolean resp3) {
        return work.run(request, key(part), shelf, now, out, resp3);
    }
}

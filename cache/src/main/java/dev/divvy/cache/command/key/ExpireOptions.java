package dev.divvy.cache.command.key;

import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryLayout;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** The conditions of EXPIRE: change the expiry only if there is none, if there is one, if the new one is later, or earlier. */
record ExpireOptions(boolean ifNone, boolean ifPresent, boolean ifLater, boolean ifEarlier) {

    private static final ExpireOptions ALWAYS = new ExpireOptions(false, false, false, false);

    /** Parses the options; writes an error and returns null when they are invalid. */
    static @Nullable ExpireOptions parse(RespRequest request, ByteBuf out) {
        ExpireOptions options = ALWAYS;
        for (int at = 3; at < request.size(); at++) {
            ExpireOptions next = options.with(request, at);
            if (next == null) {
                ReplyWriter.error(out, ErrorReplies.withArgument("ERR Unsupported option ", request, at, ""));
                return null;
            }
            options = next;
        }
        String conflict = options.conflict();
        if (conflict != null) {
            ReplyWriter.error(out, conflict);
            return null;
        }
        return options;
    }

    private @Nullable ExpireOptions with(RespRequest request, int at) {
        if (request.is(at, "NX")) {
            return new ExpireOptions(true, ifPresent, ifLater, ifEarlier);
        }
        if (request.is(at, "XX")) {
            return new ExpireOptions(ifNone, true, ifLater, ifEarlier);
        }
        if (request.is(at, "GT")) {
            return new ExpireOptions(ifNone, ifPresent, true, ifEarlier);
        }
        return request.is(at, "LT") ? new ExpireOptions(ifNone, ifPresent, ifLater, true) : null;
    }

    private @Nullable String conflict() {
        if (ifNone && (ifPresent || ifLater || ifEarlier)) {
            return "ERR NX and XX, GT or LT options at the same time are not compatible";
        }
        return ifLater && ifEarlier ? "ERR GT and LT options at the same time are not compatible" : null;
    }

    /** Whether the expiry may change from one time to another. No expiry counts as later than any. */
    boolean allow(long present, long next) {
        boolean none = present == EntryLayout.NEVER;
        if ((ifNone && !none) || (ifPresent && none)) {
            return false;
        }
        if (ifLater && (none || next <= present)) {
            return false;
        }
        return !ifEarlier || none || next < present;
    }
}

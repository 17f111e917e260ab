package dev.divvy.cache.command.key;

import dev.divvy.cache.command.spec.ErrorReplies;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.Entry;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** On what condition an expiry is changed: only if there is none, if there is one, if the new one is later, or earlier. */
record ExpireOptions(boolean ifNone, boolean ifOne, boolean ifLater, boolean ifEarlier) {

    private static final ExpireOptions ALWAYS = new ExpireOptions(false, false, false, false);

    /** Null when they cannot be understood; then the reply says so. */
    static @Nullable ExpireOptions parse(RespRequest request, ByteBuf out) {
        ExpireOptions options = ALWAYS;
        for (int at = 3; at < request.size(); at++) {
            ExpireOptions more = options.with(request, at);
            if (more == null) {
                ReplyWriter.error(out, ErrorReplies.withArgument("ERR Unsupported option ", request, at, ""));
                return null;
            }
            options = more;
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
            return new ExpireOptions(true, ifOne, ifLater, ifEarlier);
        }
        if (request.is(at, "XX")) {
            return new ExpireOptions(ifNone, true, ifLater, ifEarlier);
        }
        if (request.is(at, "GT")) {
            return new ExpireOptions(ifNone, ifOne, true, ifEarlier);
        }
        return request.is(at, "LT") ? new ExpireOptions(ifNone, ifOne, ifLater, true) : null;
    }

    private @Nullable String conflict() {
        if (ifNone && (ifOne || ifLater || ifEarlier)) {
            return "ERR NX and XX, GT or LT options at the same time are not compatible";
        }
        return ifLater && ifEarlier ? "ERR GT and LT options at the same time are not compatible" : null;
    }

    /** An entry without expiry is one that expires last of all. */
    boolean allow(long present, long next) {
        boolean none = present == Entry.NEVER;
        if ((ifNone && !none) || (ifOne && none)) {
            return false;
        }
        if (ifLater && (none || next <= present)) {
            return false;
        }
        return !ifEarlier || none || next < present;
    }
}

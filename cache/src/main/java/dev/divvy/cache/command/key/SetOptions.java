package dev.divvy.cache.command.key;

import dev.divvy.cache.command.key.ExpireTime.Unit;
import dev.divvy.cache.resp.RespRequest;
import org.jspecify.annotations.Nullable;

/** The options of SET and GETEX. */
final class SetOptions {

    private static final Unit[] UNITS = Unit.values();

    private boolean ifAbsent;
    private boolean ifPresent;
    private boolean get;
    private boolean keepTtl;
    private boolean persist;
    private @Nullable Unit unit;
    private int time;

    private SetOptions() {}

    /** Parses the options of SET; returns null when they are invalid. */
    static @Nullable SetOptions ofSet(RespRequest request) {
        return parse(request, 3, true);
    }

    /** Parses the options of GETEX; returns null when they are invalid. */
    static @Nullable SetOptions ofGetEx(RespRequest request) {
        return parse(request, 2, false);
    }

    private static @Nullable SetOptions parse(RespRequest request, int from, boolean set) {
        SetOptions options = new SetOptions();
        int at = from;
        while (at < request.size()) {
            if (options.acceptUnit(request, at)) {
                options.time = at + 1;
                at += 2;
            } else if (set ? options.acceptSetOption(request, at) : options.acceptGetExOption(request, at)) {
                at++;
            } else {
                return null;
            }
        }
        return options;
    }

    /** Accepts a unit, which a time follows. The same unit may be given twice; the last time counts. */
    private boolean acceptUnit(RespRequest request, int at) {
        if (keepTtl || persist || at + 1 == request.size()) {
            return false;
        }
        for (Unit candidate : UNITS) {
            if (request.is(at, candidate.name()) && (unit == null || unit == candidate)) {
                unit = candidate;
                return true;
            }
        }
        return false;
    }

    private boolean acceptSetOption(RespRequest request, int at) {
        if (request.is(at, "NX") && !ifPresent) {
            ifAbsent = true;
        } else if (request.is(at, "XX") && !ifAbsent) {
            ifPresent = true;
        } else if (request.is(at, "GET")) {
            get = true;
        } else if (request.is(at, "KEEPTTL") && unit == null) {
            keepTtl = true;
        } else {
            return false;
        }
        return true;
    }

    private boolean acceptGetExOption(RespRequest request, int at) {
        persist = request.is(at, "PERSIST") && unit == null;
        return persist;
    }

    boolean ifAbsent() {
        return ifAbsent;
    }

    boolean ifPresent() {
        return ifPresent;
    }

    boolean get() {
        return get;
    }

    boolean keepTtl() {
        return keepTtl;
    }

    boolean persist() {
        return persist;
    }

    @Nullable
    Unit unit() {
        return unit;
    }

    /** Returns the index of the argument that is the time. */
    int time() {
        return time;
    }
}

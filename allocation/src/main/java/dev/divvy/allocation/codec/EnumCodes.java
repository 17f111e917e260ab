package dev.divvy.allocation.codec;

import dev.divvy.allocation.Rule;
import dev.divvy.allocation.hash.KeyHash;

/**
 * The codes of enum constants. A code is never reused, even if its constant is removed. A new constant gets a new code and, as older
 * readers reject it, a new format version.
 */
final class EnumCodes {

    /** Exclusive upper bound of all codes. */
    static final int LIMIT = 256;

    private EnumCodes() {}

    static int of(Rule rule) {
        return switch (rule) {
            case FIRST -> 1;
            case PINNED -> 2;
            case OWNER_LEFT -> 3;
            case OWNER_RESTARTED -> 4;
            case OWNER_DRAINED -> 5;
            case EVEN_SHARES -> 6;
            case RECOMPUTED -> 7;
            case RESUMED -> 8;
            case NOBODY_ELIGIBLE -> 9;
            case SUSPENDED -> 10;
            case PROMOTED -> 11;
            case RESTRICTED -> 12;
        };
    }

    /** Never 0, which stands for units. */
    static int of(KeyHash hash) {
        return switch (hash) {
            case MURMUR3_32 -> 1;
            case XXH3_64 -> 2;
            case REDIS_SLOT -> 3;
        };
    }

    static Rule rule(int code, int start) {
        for (Rule rule : Rule.values()) {
            if (of(rule) == code) {
                return rule;
            }
        }
        throw new CorruptAllocationException("no rule has the code " + code, start);
    }

    static KeyHash keyHash(int code, int start) {
        for (KeyHash hash : KeyHash.values()) {
            if (of(hash) == code) {
                return hash;
            }
        }
        throw new CorruptAllocationException("no kind of pieces has the code " + code, start);
    }
}

package dev.divvy.cache.heal;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a node changed: for each token their hashes, or the whole token.
 *
 * @param byToken the hashes by token; none of them stand for the whole token
 */
record ChangedKeys(NavigableMap<Integer, HashedKeys> byToken) {

    ChangedKeys {
        byToken = Collections.unmodifiableNavigableMap(new TreeMap<>(byToken));
    }

    /** Whether a key changed that is in this token and has this hash. */
    boolean contains(int token, long hash) {
        HashedKeys keys = byToken.get(token);
        return keys != null && (keys.size() == 0 || keys.contains(hash));
    }

    boolean isWhole(int token) {
        HashedKeys keys = byToken.get(token);
        return keys != null && keys.size() == 0;
    }

    @Nullable
    HashedKeys of(int token) {
        return byToken.get(token);
    }

    long keys() {
        return byToken.values().stream().mapToLong(HashedKeys::size).sum();
    }

    long wholeTokens() {
        return byToken.values().stream().filter(keys -> keys.size() == 0).count();
    }
}

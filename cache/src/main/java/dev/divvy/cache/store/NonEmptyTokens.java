package dev.divvy.cache.store;

import java.util.concurrent.atomic.AtomicLongArray;

/** The tokens that have entries, as bits: a search for the next one reads a word per 64 tokens. */
final class NonEmptyTokens {

    /** The result of a search that found no token. */
    static final int NONE = -1;

    private final AtomicLongArray words;
    private final int tokens;

    NonEmptyTokens(int tokens) {
        this.tokens = tokens;
        this.words = new AtomicLongArray((tokens + Long.SIZE - 1) / Long.SIZE);
    }

    void set(int token, boolean nonEmpty) {
        int word = token / Long.SIZE;
        long bit = 1L << token;
        if (nonEmpty) {
            words.getAndUpdate(word, bits -> bits | bit);
        } else {
            words.getAndUpdate(word, bits -> bits & ~bit);
        }
    }

    /** Returns the first token with entries, from this one on and around. */
    int next(int token) {
        int first = token / Long.SIZE;
        long bits = words.get(first) & (-1L << token);
        // The first word is read twice: at last for the tokens before the given one.
        for (int i = 1; bits == 0 && i <= words.length(); i++) {
            first = first + 1 == words.length() ? 0 : first + 1;
            bits = words.get(first);
        }
        return bits == 0 ? NONE : Math.min(tokens - 1, first * Long.SIZE + Long.numberOfTrailingZeros(bits));
    }
}

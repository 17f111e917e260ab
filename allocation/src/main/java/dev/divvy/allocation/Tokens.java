package dev.divvy.allocation;

import dev.divvy.allocation.hash.HashRange;
import dev.divvy.allocation.hash.KeyHash;
import dev.divvy.allocation.hash.function.Xxh3;
import java.util.ArrayList;
import java.util.List;

/**
 * A hash space cut into contiguous ranges of equal size, the tokens. A key belongs to the token whose range contains its hash. A count that
 * is a multiple of an older one splits each of the older tokens in place.
 */
public record Tokens(int count, KeyHash rule) implements Pieces {

    public Tokens {
        if (count < 1) {
            throw new IllegalArgumentException(count + " tokens of " + rule + " are too few; the least is 1");
        }
        if (count > most(rule)) {
            throw new IllegalArgumentException(
                    count + " tokens of " + rule + " are too many; the most is " + most(rule));
        }
    }

    /** Tokens for rows that carry their hash in an INTEGER column. */
    public static Tokens sql(int count) {
        return new Tokens(count, KeyHash.MURMUR3_32);
    }

    /** Tokens for keys in memory: the fastest rule. */
    public static Tokens wide(int count) {
        return new Tokens(count, KeyHash.XXH3_64);
    }

    /** The slots of Redis Cluster, each a token. */
    public static Tokens redis() {
        return redis(most(KeyHash.REDIS_SLOT));
    }

    /** The slots of Redis Cluster, with neighbouring slots combined into one token. */
    public static Tokens redis(int count) {
        return new Tokens(count, KeyHash.REDIS_SLOT);
    }

    public int tokenOf(byte[] key) {
        return tokenAt(rule.hash(key));
    }

    /** The token of a key that is part of a longer array, such as a request. */
    public int tokenOf(byte[] bytes, int from, int length) {
        return tokenAt(rule.hash(bytes, from, length));
    }

    /** The token of the key's UTF-8 bytes. */
    public int tokenOf(String key) {
        return tokenAt(rule.hash(key));
    }

    /**
     * Returns the token whose range contains this hash.
     *
     * @throws IllegalArgumentException when the rule never produces such a hash
     */
    public int tokenOfHash(long hash) {
        return tokenAt(rule.check(hash));
    }

    public HashRange rangeOf(int token) {
        return rangeOf(token, token);
    }

    /** Returns all hashes from the first token to the last, both included. */
    public HashRange rangeOf(int firstToken, int lastToken) {
        if (check(firstToken) > check(lastToken)) {
            throw new IllegalArgumentException(
                    "tokens from " + firstToken + " to " + lastToken + " are none: the first is above the last");
        }
        return new HashRange(rule.firstFrom(startOf(firstToken)), rule.lastUpTo(startOf(lastToken + 1) - 1));
    }

    /** Returns the hashes of these tokens, one range per run: a SQL reader turns each into a BETWEEN. */
    public List<HashRange> rangesOf(Runs runs) {
        List<HashRange> ranges = new ArrayList<>(runs.size());
        for (int run = 0; run < runs.size(); run++) {
            ranges.add(rangeOf(runs.first(run), runs.last(run)));
        }
        return ranges;
    }

    @Override
    public String name(int piece) {
        return Integer.toString(check(piece));
    }

    @Override
    public int indexOf(String name) {
        int token = 0;
        for (int i = 0; i < name.length(); i++) {
            token = token * 10 + (name.charAt(i) - '0');
        }
        // Comparing with the name rejects everything else at once: other characters, leading zeros, an overflow.
        return token >= 0 && token < count && name(token).equals(name) ? token : -1;
    }

    @Override
    public long key(int piece) {
        return Xxh3.hash64((long) check(piece));
    }

    @Override
    public int[] placesOf(Pieces older) {
        int split = splitOf(older);
        int[] places = new int[older.count()];
        for (int i = 0; i < places.length; i++) {
            places[i] = i * split;
        }
        return places;
    }

    @Override
    public int splitOf(Pieces older) {
        if (!(older instanceof Tokens tokens) || tokens.rule != rule) {
            throw new IllegalArgumentException(this + " cannot follow " + older + " in one lineage");
        }
        if (count % tokens.count != 0) {
            throw new IllegalArgumentException(this + " cannot follow " + older
                    + " in one lineage: the count must be a multiple of " + tokens.count);
        }
        return count / tokens.count;
    }

    @Override
    public String toString() {
        return count + " tokens of " + rule;
    }

    /** One multiplication and one shift: the position as a fraction of all positions, scaled to the count and rounded down. */
    private int tokenAt(long hash) {
        return (int) ((rule.position(hash) * count) >>> 32);
    }

    /** The first position of a token: the least p with p * count / 2^32 at or above it. */
    private long startOf(int token) {
        return (token * KeyHash.POSITIONS + count - 1) / count;
    }

    private static int most(KeyHash rule) {
        // A slot cannot be divided: with more tokens than slots some would hold none.
        return rule == KeyHash.REDIS_SLOT ? (int) rule.largest() + 1 : MOST;
    }
}

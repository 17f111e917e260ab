package dev.divvy.bench.cache.contestant;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Keys of 16 bytes whose entries are in another process, in a random order per thread. */
public final class BenchKeys {

    /** Not written to by any contestant. */
    @SuppressWarnings("MutablePublicArray") // a copy per put would be measured
    public static final byte[] VALUE = new byte[100];

    private final List<String> keys;
    private final SplittableRandom random;

    private BenchKeys(List<String> keys, SplittableRandom random) {
        this.keys = keys;
        this.random = random;
    }

    /** Puts this number of entries, and returns their keys. */
    public static BenchKeys put(Contestant contestant, int count) throws Exception {
        List<String> keys = new ArrayList<>(count);
        for (int number = 0; keys.size() < count; number++) {
            String key = name(number);
            if (contestant.isRemote(key)) {
                contestant.put(key, VALUE);
                keys.add(key);
            }
        }
        return new BenchKeys(keys, new SplittableRandom(1));
    }

    public static String name(int number) {
        return String.format(Locale.ROOT, "key:%012d", number);
    }

    public static void check(byte[] value) {
        if (value.length != VALUE.length) {
            throw new IllegalStateException("a value of " + value.length + " bytes instead of " + VALUE.length);
        }
    }

    public BenchKeys withSeed(int seed) {
        return new BenchKeys(keys, new SplittableRandom(seed));
    }

    public String next() {
        return keys.get(random.nextInt(keys.size()));
    }
}

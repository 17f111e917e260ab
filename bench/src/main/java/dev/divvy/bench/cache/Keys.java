package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.Contestant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Keys of 16 bytes that are on another process, in an order of their own for every thread. */
final class Keys {

    static final byte[] VALUE = new byte[100];

    private final List<String> all;
    private final SplittableRandom random;

    private Keys(List<String> all, SplittableRandom random) {
        this.all = all;
        this.random = random;
    }

    /** So many keys, each with its value. */
    static Keys put(Contestant contestant, int count) throws Exception {
        List<String> all = new ArrayList<>(count);
        for (int number = 0; all.size() < count; number++) {
            String key = name(number);
            if (contestant.isElsewhere(key)) {
                contestant.put(key, VALUE);
                all.add(key);
            }
        }
        return new Keys(all, new SplittableRandom(1));
    }

    static String name(int number) {
        return String.format(Locale.ROOT, "key:%012d", number);
    }

    static void check(byte[] value) {
        if (value.length != VALUE.length) {
            throw new IllegalStateException("a value of " + value.length + " bytes instead of " + VALUE.length);
        }
    }

    Keys from(int seed) {
        return new Keys(all, new SplittableRandom(seed));
    }

    String next() {
        return all.get(random.nextInt(all.size()));
    }
}

package dev.divvy.cache.replication.protocol;

/** A hash of 64 bits over the numbers that make up a state. */
final class Fingerprint {

    private long value = 0x9E3779B97F4A7C15L;

    static long of(long... numbers) {
        Fingerprint fingerprint = new Fingerprint();
        for (long number : numbers) {
            fingerprint.add(number);
        }
        return fingerprint.value();
    }

    Fingerprint add(long number) {
        value = (value ^ number) * 0xff51afd7ed558ccdL;
        value ^= value >>> 32;
        value = value * 0xc4ceb9fe1a85ec53L;
        value ^= value >>> 29;
        return this;
    }

    Fingerprint add(Enum<?> constant) {
        return add(constant.name().hashCode());
    }

    Fingerprint add(boolean flag) {
        return add(flag ? 1 : 2);
    }

    long value() {
        return value;
    }
}

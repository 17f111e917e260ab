package dev.divvy.cache.store;

/** Wall time, by which entries expire. It is read once for each command. */
@FunctionalInterface
public interface CacheClock {

    CacheClock SYSTEM = System::currentTimeMillis;

    /** Milliseconds since the epoch. */
    long millis();
}

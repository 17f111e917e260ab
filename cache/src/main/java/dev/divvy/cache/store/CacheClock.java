package dev.divvy.cache.store;

/** The wall clock by which entries expire. It is read once per command. */
@FunctionalInterface
public interface CacheClock {

    CacheClock SYSTEM = System::currentTimeMillis;

    /** Returns the milliseconds since the epoch. */
    long millis();
}

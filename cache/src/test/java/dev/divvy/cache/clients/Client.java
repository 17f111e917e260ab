package dev.divvy.cache.clients;

import org.jspecify.annotations.Nullable;

/** A cluster client that others wrote, as far as {@link Scribe} needs it. */
interface Client extends AutoCloseable {

    String name();

    /** Returns when the write was acknowledged. */
    void set(String key, String value) throws Setback;

    @Nullable
    String get(String key) throws Setback;

    @Override
    void close();
}

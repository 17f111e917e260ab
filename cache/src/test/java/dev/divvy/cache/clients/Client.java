package dev.divvy.cache.clients;

import org.jspecify.annotations.Nullable;

/** A public cluster client, as {@link ClientWorkload} uses it. */
interface Client extends AutoCloseable {

    String name();

    /** Returns when the write was acknowledged. */
    void set(String key, String value) throws RetriableException;

    @Nullable
    String get(String key) throws RetriableException;

    @Override
    void close();
}

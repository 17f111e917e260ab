package dev.divvy.cache;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The loads of a cache that have not ended, by the bytes of their keys: later callers wait for the first load. */
final class LoadsInProgress<V> {

    private final Map<Bytes, CompletableFuture<V>> loads = new ConcurrentHashMap<>();

    /** Registers a load; returns the one that is in progress for this key, or null if this one is the first. */
    @Nullable
    CompletableFuture<V> begin(byte[] key, CompletableFuture<V> load) {
        return loads.putIfAbsent(new Bytes(key), load);
    }

    /** Ends a load before its result is told, so that the next caller begins another one. */
    void end(byte[] key, CompletableFuture<V> load) {
        loads.remove(new Bytes(key), load);
    }

    /** A byte array as the key of a map. */
    private static final class Bytes {
        private final byte[] bytes;

        private Bytes(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }
}

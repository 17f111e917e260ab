package dev.divvy.cache;

import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The distributed cache as a map, on a node in this process. Entries of this node are answered at once, others by the node that has them. All
 * methods are for any thread; they wait for the reply and throw a {@link CacheException} when there is none. {@link #async()} does not wait.
 */
public final class Cache<K, V> {

    private static final int MOST_ATTEMPTS = 10_000;

    /** Not an event loop, which must never wait for a loader, nor a few shared threads: as many load as ask, and each of them waits. */
    private static final Executor LOADERS = Executors.newCachedThreadPool(DaemonThreads.named("divvy-cache-loader"));

    private final CacheNode node;
    private final AsyncCache<K, V> async;

    private Cache(CacheNode node, AsyncCache<K, V> async) {
        this.node = node;
        this.async = async;
    }

    /** Returns a cache on this node. All caches of a cluster share one space of keys; give keys a prefix where several kinds live together. */
    public static <K, V> Cache<K, V> on(CacheNode node, Codec<K> keys, Codec<V> values) {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(values, "values");
        return new Cache<>(node, new AsyncCache<>(node.client(), keys, values));
    }

    public static Cache<String, String> ofStrings(CacheNode node) {
        return on(node, Codec.strings(), Codec.strings());
    }

    public AsyncCache<K, V> async() {
        return async;
    }

    public Optional<V> get(K key) {
        return awaited(async.get(key));
    }

    public void put(K key, V value) {
        awaited(async.put(key, value));
    }

    /** Puts a value that expires after its time-to-live, to the millisecond. */
    public void put(K key, V value, Duration timeToLive) {
        awaited(async.put(key, value, timeToLive));
    }

    /** Puts the value if the key has none; returns whether it was put. */
    public boolean putIfAbsent(K key, V value) {
        return awaited(async.putIfAbsent(key, value));
    }

    public boolean putIfAbsent(K key, V value, Duration timeToLive) {
        return awaited(async.putIfAbsent(key, value, timeToLive));
    }

    /** Puts the next value if the current one has the bytes of the expected one; returns whether it was put. */
    public boolean replace(K key, V expected, V next) {
        return awaited(async.replace(key, expected, next));
    }

    /**
     * Changes the current value atomically: the change is applied again when another writer was faster.
     *
     * @return the new value; empty when there is no entry
     */
    public Optional<V> update(K key, UnaryOperator<V> change) {
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            Optional<V> there = get(key);
            if (there.isEmpty()) {
                return there;
            }
            V next = change.apply(there.get());
            if (replace(key, there.get(), next)) {
                return Optional.of(next);
            }
        }
        throw new CacheException("others were faster " + MOST_ATTEMPTS + " times");
    }

    /** Deletes an entry; returns whether there was one. */
    public boolean delete(K key) {
        return awaited(async.delete(key));
    }

    /** Returns the entries that exist, in the order asked; each is read by itself. */
    public Map<K, V> getAll(Collection<? extends K> wanted) {
        return awaited(async.getAll(wanted));
    }

    /** Puts each entry by itself: when one fails the others may be stored. */
    public void putAll(Map<? extends K, ? extends V> entries) {
        awaited(async.putAll(entries));
    }

    /**
     * The value that is there, or else the one that the loader brings, which is put. However many threads ask this cache for one key at
     * the same time, one loads and the others wait; what the loader throws, all of them get. What others put during the load stays, and is
     * the answer.
     */
    public V get(K key, Function<? super K, ? extends V> loader) {
        return awaited(async.get(key, one -> loaded(one, loader)));
    }

    public V get(K key, Function<? super K, ? extends V> loader, Duration timeToLive) {
        return awaited(async.get(key, one -> loaded(one, loader), timeToLive));
    }

    /** Returns the figures of the node. */
    public CacheStats stats() {
        return node.stats();
    }

    private static <K, V> CompletableFuture<V> loaded(K key, Function<? super K, ? extends V> loader) {
        return CompletableFuture.supplyAsync(
                () -> Objects.requireNonNull(loader.apply(key), "a loader brought nothing"), LOADERS);
    }

    private static <T> T awaited(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException | CancellationException e) {
            Throwable cause = e.getCause();
            if (cause instanceof RuntimeException known) {
                throw known;
            }
            throw new CacheException("the cache failed: " + e.getMessage(), e);
        }
    }
}

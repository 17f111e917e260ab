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
 * The distributed cache as a map, on a node in this process. Requests for entries of this node run at once, others on the node that has
 * them. All methods may be called on any thread; they wait for the reply and throw a {@link CacheException} when there is none. {@link
 * #async()} does not wait.
 */
public final class Cache<K, V> {

    private static final int MAX_ATTEMPTS = 10_000;

    /** Runs the loaders, each on a thread of its own: an event loop must never wait for a loader, nor one load for another. */
    private static final Executor LOADERS = Executors.newCachedThreadPool(DaemonThreads.named("divvy-cache-loader"));

    private final CacheNode node;
    private final AsyncCache<K, V> async;

    private Cache(CacheNode node, AsyncCache<K, V> async) {
        this.node = node;
        this.async = async;
    }

    /** Returns a cache on this node. All caches of a cluster share one keyspace; use a prefix per kind of key. */
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
        return await(async.get(key));
    }

    public void put(K key, V value) {
        await(async.put(key, value));
    }

    /** Puts a value that expires after its time-to-live, to the millisecond. */
    public void put(K key, V value, Duration timeToLive) {
        await(async.put(key, value, timeToLive));
    }

    /** Puts the value if the key has none; returns whether it was put. */
    public boolean putIfAbsent(K key, V value) {
        return await(async.putIfAbsent(key, value));
    }

    public boolean putIfAbsent(K key, V value, Duration timeToLive) {
        return await(async.putIfAbsent(key, value, timeToLive));
    }

    /**
     * Puts the next value if the current one has the bytes of the expected one; returns whether it was put. The time-to-live of the entry
     * stays as it is.
     */
    public boolean replace(K key, V expected, V next) {
        return await(async.replace(key, expected, next));
    }

    /**
     * Changes the current value atomically: the change is applied again when another writer changed the value first. The time-to-live of
     * the entry stays as it is.
     *
     * @return the new value; empty when there is no entry
     */
    public Optional<V> update(K key, UnaryOperator<V> change) {
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            Optional<V> current = get(key);
            if (current.isEmpty()) {
                return current;
            }
            V next = change.apply(current.get());
            if (replace(key, current.get(), next)) {
                return Optional.of(next);
            }
        }
        throw new CacheException(
                "the update was not made: other writers changed the value first, " + MAX_ATTEMPTS + " times in a row");
    }

    /** Deletes an entry; returns whether there was one. */
    public boolean delete(K key) {
        return await(async.delete(key));
    }

    /** Returns the entries that exist, in the order of the keys; each is read by itself. */
    public Map<K, V> getAll(Collection<? extends K> wanted) {
        return await(async.getAll(wanted));
    }

    /** Puts each entry by itself: when one fails the others may be stored. */
    public void putAll(Map<? extends K, ? extends V> entries) {
        await(async.putAll(entries));
    }

    /**
     * Returns the value of a key; if it has none, calls the loader and puts its value. This cache runs one load per key at a time:
     * concurrent callers wait for it, and get its value or its exception. A value that is put during the load stays, and is returned.
     */
    public V get(K key, Function<? super K, ? extends V> loader) {
        return await(async.get(key, missing -> load(missing, loader)));
    }

    public V get(K key, Function<? super K, ? extends V> loader, Duration timeToLive) {
        return await(async.get(key, missing -> load(missing, loader), timeToLive));
    }

    /** Returns the statistics of the node. */
    public CacheStats stats() {
        return node.stats();
    }

    private static <K, V> CompletableFuture<V> load(K key, Function<? super K, ? extends V> loader) {
        return CompletableFuture.supplyAsync(
                () -> Objects.requireNonNull(loader.apply(key), "the loader returned null"), LOADERS);
    }

    private static <T> T await(CompletableFuture<T> reply) {
        try {
            return reply.join();
        } catch (CompletionException | CancellationException e) {
            Throwable cause = e.getCause();
            if (cause instanceof RuntimeException known) {
                throw known;
            }
            throw new CacheException("the cache failed: " + e.getMessage(), e);
        }
    }
}

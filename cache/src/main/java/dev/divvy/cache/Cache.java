package dev.divvy.cache;

import dev.divvy.cache.CacheRequests.Lookup;
import dev.divvy.cache.CacheRequests.Request;
import dev.divvy.cache.traffic.LocalClient;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The distributed cache as a map, on a node in this process. Requests for entries of this node run at once, others on the node that has
 * them. All methods may be called on any thread; they wait for the reply and throw a {@link CacheException} when there is none. {@link
 * #async()} does not wait.
 */
public final class Cache<K, V> {

    private static final int MAX_ATTEMPTS = 10_000;

    private final CacheNode node;
    private final LocalClient client;
    private final CacheRequests<K, V> requests;
    private final LoadsInProgress<V> loading = new LoadsInProgress<>();
    private final AsyncCache<K, V> async;

    private Cache(CacheNode node, CacheRequests<K, V> requests) {
        this.node = node;
        this.client = node.client();
        this.requests = requests;
        this.async = new AsyncCache<>(client, requests, loading);
    }

    /** Returns a cache on this node. All caches of a cluster share one keyspace; use a prefix per kind of key. */
    public static <K, V> Cache<K, V> on(CacheNode node, Codec<K> keys, Codec<V> values) {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(values, "values");
        return new Cache<>(node, new CacheRequests<>(keys, values));
    }

    public static Cache<String, String> ofStrings(CacheNode node) {
        return on(node, Codec.strings(), Codec.strings());
    }

    public AsyncCache<K, V> async() {
        return async;
    }

    private <T> T call(Request<T> request) {
        return request.call(client);
    }

    public Optional<V> get(K key) {
        return call(requests.get(key));
    }

    public void put(K key, V value) {
        call(requests.put(key, value));
    }

    /** Puts a value that expires after its time-to-live, to the millisecond. */
    public void put(K key, V value, Duration timeToLive) {
        call(requests.put(key, value, timeToLive));
    }

    /** Puts the value if the key has none; returns whether it was put. */
    public boolean putIfAbsent(K key, V value) {
        return call(requests.putIfAbsent(key, value));
    }

    public boolean putIfAbsent(K key, V value, Duration timeToLive) {
        return call(requests.putIfAbsent(key, value, timeToLive));
    }

    /**
     * Puts the next value if the current one has the bytes of the expected one; returns whether it was put. The time-to-live of the entry
     * stays as it is.
     */
    public boolean replace(K key, V expected, V next) {
        return call(requests.replace(key, expected, next));
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
        return call(requests.delete(key));
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
     * Returns the value of a key; if it has none, calls the loader in this thread and puts its value. This cache runs one load per key at
     * a time: concurrent callers wait for it, and get its value or its exception. A value that is put during the load stays, and is
     * returned. A key that is deleted during the load stays deleted: the loaded value is returned, but not put.
     */
    public V get(K key, Function<? super K, ? extends V> loader) {
        return load(key, loader, Optional.empty());
    }

    public V get(K key, Function<? super K, ? extends V> loader, Duration timeToLive) {
        CacheRequests.checkTimeToLive(timeToLive);
        return load(key, loader, Optional.of(timeToLive));
    }

    private V load(K key, Function<? super K, ? extends V> loader, Optional<Duration> timeToLive) {
        Objects.requireNonNull(loader, "loader");
        Optional<V> present = get(key);
        if (present.isPresent()) {
            return present.get();
        }
        byte[] bytes = requests.key(key);
        CompletableFuture<V> load = new CompletableFuture<>();
        CompletableFuture<V> running = loading.begin(bytes, load);
        if (running != null) {
            return await(running);
        }
        try {
            V value = loadHere(key, loader, timeToLive);
            loading.end(bytes, load);
            load.complete(value);
            return value;
        } catch (RuntimeException | Error e) {
            loading.end(bytes, load);
            load.completeExceptionally(e);
            throw e;
        }
    }

    private V loadHere(K key, Function<? super K, ? extends V> loader, Optional<Duration> timeToLive) {
        // A caller that found no value before the last load ended may arrive here after it, so the value is read once
        // more.
        Lookup<V> found = call(requests.load(key));
        if (found.value().isPresent()) {
            return found.value().get();
        }
        V value = Objects.requireNonNull(loader.apply(key), "the loader returned null");
        return call(requests.fill(key, found.lease(), value, timeToLive)) ? value : get(key).orElse(value);
    }

    /** Returns the statistics of the node. */
    public CacheStats stats() {
        return node.stats();
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

package dev.divvy.cache;

import dev.divvy.cache.CacheRequests.Request;
import dev.divvy.cache.traffic.LocalClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The asynchronous form of a {@link Cache}. Requests run in any order unless one begins after the future of another has completed. A future
 * fails with a {@link CacheException}.
 *
 * <p>A future is completed by the calling thread, or on the node's {@link NodeSettings#withExecutor executor}; functions that depend on it
 * may block. While 10,000 requests of a node wait for others, or requests that take an eighth of the memory for connections (a fortieth of the
 * Java heap), a thread that sends another one waits too, at most for the {@link NodeSettings#withRequestTimeout request timeout}; after that
 * its future fails, and nothing was done. A function that depends on a future does not wait.
 */
public final class AsyncCache<K, V> {

    private final LocalClient client;
    private final CacheRequests<K, V> requests;
    private final LoadsInProgress<V> loading;

    AsyncCache(LocalClient client, CacheRequests<K, V> requests, LoadsInProgress<V> loading) {
        this.client = client;
        this.requests = requests;
        this.loading = loading;
    }

    private <T> CompletableFuture<T> send(Request<T> request) {
        return request.send(client);
    }

    public CompletableFuture<Optional<V>> get(K key) {
        return send(requests.get(key));
    }

    public CompletableFuture<Void> put(K key, V value) {
        return send(requests.put(key, value)).thenAccept(done -> {});
    }

    /** Puts a value that expires after its time-to-live, to the millisecond. */
    public CompletableFuture<Void> put(K key, V value, Duration timeToLive) {
        return send(requests.put(key, value, timeToLive)).thenAccept(done -> {});
    }

    /** Puts the value if the key has none; returns whether it was put. */
    public CompletableFuture<Boolean> putIfAbsent(K key, V value) {
        return send(requests.putIfAbsent(key, value));
    }

    public CompletableFuture<Boolean> putIfAbsent(K key, V value, Duration timeToLive) {
        return send(requests.putIfAbsent(key, value, timeToLive));
    }

    /**
     * Puts the next value if the current one has the bytes of the expected one; returns whether it was put. The time-to-live of the entry
     * stays as it is.
     */
    public CompletableFuture<Boolean> replace(K key, V expected, V next) {
        return send(requests.replace(key, expected, next));
    }

    /** Deletes an entry; returns whether there was one. */
    public CompletableFuture<Boolean> delete(K key) {
        return send(requests.delete(key));
    }

    /** Returns the entries that exist, in the order of the keys; each is read by itself. */
    public CompletableFuture<Map<K, V>> getAll(Collection<? extends K> wanted) {
        Map<K, CompletableFuture<Optional<V>>> replies = new LinkedHashMap<>();
        wanted.forEach(key -> replies.computeIfAbsent(key, this::get));
        return CompletableFuture.allOf(replies.values().toArray(CompletableFuture[]::new))
                .thenApply(done -> {
                    Map<K, V> found = new LinkedHashMap<>();
                    replies.forEach((key, reply) -> reply.join().ifPresent(value -> found.put(key, value)));
                    return found;
                });
    }

    /** Puts each entry by itself: when one fails the others may be stored. */
    public CompletableFuture<Void> putAll(Map<? extends K, ? extends V> entries) {
        List<CompletableFuture<Void>> replies = new ArrayList<>();
        entries.forEach((key, value) -> replies.add(put(key, value)));
        return CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new));
    }

    /**
     * Returns the value of a key; if it has none, calls the loader and puts its value. This cache runs one load per key at a time:
     * concurrent callers share its value, or its failure, and the next call after a failure loads again. A value that is put during the
     * load stays, and is returned. A key that is deleted during the load stays deleted: the loaded value is returned, but not put.
     */
    public CompletableFuture<V> get(K key, Function<? super K, ? extends CompletableFuture<V>> loader) {
        return load(key, loader, Optional.empty());
    }

    public CompletableFuture<V> get(
            K key, Function<? super K, ? extends CompletableFuture<V>> loader, Duration timeToLive) {
        CacheRequests.checkTimeToLive(timeToLive);
        return load(key, loader, Optional.of(timeToLive));
    }

    private CompletableFuture<V> load(
            K key, Function<? super K, ? extends CompletableFuture<V>> loader, Optional<Duration> timeToLive) {
        Objects.requireNonNull(loader, "loader");
        return get(key).thenCompose(present ->
                present.map(CompletableFuture::completedFuture).orElseGet(() -> loadOnce(key, loader, timeToLive)));
    }

    private CompletableFuture<V> loadOnce(
            K key, Function<? super K, ? extends CompletableFuture<V>> loader, Optional<Duration> timeToLive) {
        byte[] bytes = requests.key(key);
        CompletableFuture<V> load = new CompletableFuture<>();
        CompletableFuture<V> running = loading.begin(bytes, load);
        if (running != null) {
            return running;
        }
        // A caller that found no value before the last load ended may arrive here after it, so the value is read once
        // more.
        var unused = send(requests.load(key))
                .thenCompose(found -> found.value()
                        .map(CompletableFuture::completedFuture)
                        .orElseGet(() -> loader.apply(key)
                                .thenCompose(value -> putLoaded(key, found.lease(), value, timeToLive))))
                .whenComplete((value, failure) -> {
                    loading.end(bytes, load);
                    if (failure == null) {
                        load.complete(value);
                    } else {
                        load.completeExceptionally(failure);
                    }
                });
        return load;
    }

    /** Puts a loaded value unless the key was changed during the load; returns its value after that, or the loaded one. */
    private CompletableFuture<V> putLoaded(K key, long lease, V value, Optional<Duration> timeToLive) {
        return send(requests.fill(key, lease, value, timeToLive))
                .thenCompose(put -> put
                        ? CompletableFuture.completedFuture(value)
                        : get(key).thenApply(present -> present.orElse(value)));
    }
}

package dev.divvy.cache;

import dev.divvy.cache.traffic.LocalClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The asynchronous form of a {@link Cache}. Requests run in any order unless one begins after the future of another has completed. A future
 * fails with a {@link CacheException}.
 */
public final class AsyncCache<K, V> {

    private static final byte[] GET = ascii("GET");
    private static final byte[] SET = ascii("SET");
    private static final byte[] DEL = ascii("DEL");
    private static final byte[] PX = ascii("PX");
    private static final byte[] NX = ascii("NX");
    private static final byte[] CAS = ascii("DIVVY.CAS");
    private static final byte[] IS = ascii("IS");
    private static final byte[] KEEPTTL = ascii("KEEPTTL");

    private final LocalClient client;
    private final Codec<K> keys;
    private final Codec<V> values;

    /** The loads in progress, by the bytes of their keys: later callers wait for the first load. */
    private final Map<Bytes, CompletableFuture<V>> loading = new ConcurrentHashMap<>();

    AsyncCache(LocalClient client, Codec<K> keys, Codec<V> values) {
        this.client = client;
        this.keys = keys;
        this.values = values;
    }

    public CompletableFuture<Optional<V>> get(K key) {
        return client.run(GET, key(key))
                .thenApply(reply -> ReplyDecoder.value(reply).map(values::decode));
    }

    public CompletableFuture<Void> put(K key, V value) {
        return client.run(SET, key(key), value(value)).thenAccept(ReplyDecoder::check);
    }

    /** Puts a value that expires after its time-to-live, to the millisecond. */
    public CompletableFuture<Void> put(K key, V value, Duration timeToLive) {
        return client.run(SET, key(key), value(value), PX, millis(timeToLive)).thenAccept(ReplyDecoder::check);
    }

    /** Puts the value if the key has none; returns whether it was put. */
    public CompletableFuture<Boolean> putIfAbsent(K key, V value) {
        return client.run(SET, key(key), value(value), NX).thenApply(ReplyDecoder::isOk);
    }

    public CompletableFuture<Boolean> putIfAbsent(K key, V value, Duration timeToLive) {
        return client.run(SET, key(key), value(value), NX, PX, millis(timeToLive))
                .thenApply(ReplyDecoder::isOk);
    }

    /**
     * Puts the next value if the current one has the bytes of the expected one; returns whether it was put. The time-to-live of the entry
     * stays as it is.
     */
    public CompletableFuture<Boolean> replace(K key, V expected, V next) {
        return client.run(CAS, key(key), IS, value(expected), value(next), KEEPTTL)
                .thenApply(reply -> ReplyDecoder.number(reply) == 1);
    }

    /** Deletes an entry; returns whether there was one. */
    public CompletableFuture<Boolean> delete(K key) {
        return client.run(DEL, key(key)).thenApply(reply -> ReplyDecoder.number(reply) == 1);
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
     * load stays, and is returned.
     */
    public CompletableFuture<V> get(K key, Function<? super K, ? extends CompletableFuture<V>> loader) {
        return load(key, loader, value -> putIfAbsent(key, value));
    }

    public CompletableFuture<V> get(
            K key, Function<? super K, ? extends CompletableFuture<V>> loader, Duration timeToLive) {
        byte[] checked = millis(timeToLive);
        return load(
                key,
                loader,
                value ->
                        client.run(SET, key(key), value(value), NX, PX, checked).thenApply(ReplyDecoder::isOk));
    }

    private CompletableFuture<V> load(
            K key,
            Function<? super K, ? extends CompletableFuture<V>> loader,
            Function<V, CompletableFuture<Boolean>> putIfAbsent) {
        Objects.requireNonNull(loader, "loader");
        return get(key).thenCompose(present ->
                present.map(CompletableFuture::completedFuture).orElseGet(() -> loadOnce(key, loader, putIfAbsent)));
    }

    private CompletableFuture<V> loadOnce(
            K key,
            Function<? super K, ? extends CompletableFuture<V>> loader,
            Function<V, CompletableFuture<Boolean>> putIfAbsent) {
        Bytes bytes = new Bytes(key(key));
        CompletableFuture<V> load = new CompletableFuture<>();
        CompletableFuture<V> running = loading.putIfAbsent(bytes, load);
        if (running != null) {
            return running;
        }
        // A caller that found no value before the last load ended may arrive here after it, so the value is read once
        // more.
        var unused = get(key).thenCompose(present -> present.map(CompletableFuture::completedFuture)
                        .orElseGet(() -> loader.apply(key).thenCompose(value -> putLoaded(key, value, putIfAbsent))))
                .whenComplete((value, failure) -> {
                    loading.remove(bytes, load);
                    if (failure == null) {
                        load.complete(value);
                    } else {
                        load.completeExceptionally(failure);
                    }
                });
        return load;
    }

    /** Puts a loaded value unless another was put during the load; returns the value of the key after that. */
    private CompletableFuture<V> putLoaded(K key, V value, Function<V, CompletableFuture<Boolean>> putIfAbsent) {
        return putIfAbsent
                .apply(value)
                .thenCompose(put -> put
                        ? CompletableFuture.completedFuture(value)
                        : get(key).thenApply(present -> present.orElse(value)));
    }

    private byte[] key(K key) {
        return keys.encode(Objects.requireNonNull(key, "key"));
    }

    private byte[] value(V value) {
        return values.encode(Objects.requireNonNull(value, "value"));
    }

    private static byte[] millis(Duration timeToLive) {
        if (timeToLive.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "time-to-live " + timeToLive + " is too short; give at least 1 millisecond");
        }
        return ascii(Long.toString(timeToLive.toMillis()));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
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

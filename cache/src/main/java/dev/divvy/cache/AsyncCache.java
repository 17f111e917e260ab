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
 * The cache without waiting. Requests that do not wait for each other may run in any order. A future fails with a {@link CacheException}.
 */
public final class AsyncCache<K, V> {

    private static final byte[] GET = word("GET");
    private static final byte[] SET = word("SET");
    private static final byte[] DEL = word("DEL");
    private static final byte[] PX = word("PX");
    private static final byte[] NX = word("NX");
    private static final byte[] CAS = word("DIVVY.CAS");
    private static final byte[] IS = word("IS");

    private final LocalClient client;
    private final Codec<K> keys;
    private final Codec<V> values;

    /** Loads under way, by the bytes of their keys: whoever comes later waits for the first one. */
    private final Map<Bytes, CompletableFuture<V>> loading = new ConcurrentHashMap<>();

    AsyncCache(LocalClient client, Codec<K> keys, Codec<V> values) {
        this.client = client;
        this.keys = keys;
        this.values = values;
    }

    public CompletableFuture<Optional<V>> get(K key) {
        return client.run(GET, key(key))
                .thenApply(reply -> RawReply.value(reply).map(values::decode));
    }

    public CompletableFuture<Void> put(K key, V value) {
        return client.run(SET, key(key), value(value)).thenAccept(RawReply::done);
    }

    /** Puts a value that expires after its time-to-live, to the millisecond. */
    public CompletableFuture<Void> put(K key, V value, Duration timeToLive) {
        return client.run(SET, key(key), value(value), PX, millis(timeToLive)).thenAccept(RawReply::done);
    }

    /** Puts the value if the key has none; returns whether it was put. */
    public CompletableFuture<Boolean> putIfAbsent(K key, V value) {
        return client.run(SET, key(key), value(value), NX).thenApply(RawReply::isThere);
    }

    public CompletableFuture<Boolean> putIfAbsent(K key, V value, Duration timeToLive) {
        return client.run(SET, key(key), value(value), NX, PX, millis(timeToLive))
                .thenApply(RawReply::isThere);
    }

    /** Puts the next value if the current one has the bytes of the expected one; returns whether it was put. */
    public CompletableFuture<Boolean> replace(K key, V expected, V next) {
        return client.run(CAS, key(key), IS, value(expected), value(next))
                .thenApply(reply -> RawReply.number(reply) == 1);
    }

    /** Deletes an entry; returns whether there was one. */
    public CompletableFuture<Boolean> delete(K key) {
        return client.run(DEL, key(key)).thenApply(reply -> RawReply.number(reply) == 1);
    }

    /** Returns the entries that exist, in the order asked; each is read by itself. */
    public CompletableFuture<Map<K, V>> getAll(Collection<? extends K> wanted) {
        Map<K, CompletableFuture<Optional<V>>> asked = new LinkedHashMap<>();
        wanted.forEach(key -> asked.computeIfAbsent(key, this::get));
        return CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new))
                .thenApply(done -> {
                    Map<K, V> found = new LinkedHashMap<>();
                    asked.forEach((key, answer) -> answer.join().ifPresent(value -> found.put(key, value)));
                    return found;
                });
    }

    /** Puts each entry by itself: when one fails the others may be stored. */
    public CompletableFuture<Void> putAll(Map<? extends K, ? extends V> entries) {
        List<CompletableFuture<Void>> asked = new ArrayList<>();
        entries.forEach((key, value) -> asked.add(put(key, value)));
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new));
    }

    /**
     * The value that is there, or else the one that the loader brings, which is put. However many ask this cache for one key at the same
     * time, one load is under way; when it fails all of them hear of it, and the next one tries again. What others put during the load
     * stays, and is the answer.
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
                        client.run(SET, key(key), value(value), NX, PX, checked).thenApply(RawReply::isThere));
    }

    private CompletableFuture<V> load(
            K key,
            Function<? super K, ? extends CompletableFuture<V>> loader,
            Function<V, CompletableFuture<Boolean>> keeping) {
        Objects.requireNonNull(loader, "loader");
        return get(key).thenCompose(there ->
                there.map(CompletableFuture::completedFuture).orElseGet(() -> flight(key, loader, keeping)));
    }

    private CompletableFuture<V> flight(
            K key,
            Function<? super K, ? extends CompletableFuture<V>> loader,
            Function<V, CompletableFuture<Boolean>> keeping) {
        Bytes bytes = new Bytes(key(key));
        CompletableFuture<V> mine = new CompletableFuture<>();
        CompletableFuture<V> first = loading.putIfAbsent(bytes, mine);
        if (first != null) {
            return first;
        }
        // Who looked before the last flight landed may come here after it: so it is asked once more.
        var unused = get(key).thenCompose(there -> there.map(CompletableFuture::completedFuture)
                        .orElseGet(() -> loader.apply(key).thenCompose(value -> kept(key, value, keeping))))
                .whenComplete((value, failure) -> {
                    loading.remove(bytes, mine);
                    if (failure == null) {
                        mine.complete(value);
                    } else {
                        mine.completeExceptionally(failure);
                    }
                });
        return mine;
    }

    /** What is there after a load: an older value must not replace one that was put meanwhile. */
    private CompletableFuture<V> kept(K key, V value, Function<V, CompletableFuture<Boolean>> keeping) {
        return keeping.apply(value)
                .thenCompose(put -> put
                        ? CompletableFuture.completedFuture(value)
                        : get(key).thenApply(there -> there.orElse(value)));
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
                    "time-to-live " + timeToLive + " is too short; the least is a millisecond");
        }
        return word(Long.toString(timeToLive.toMillis()));
    }

    private static byte[] word(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Bytes that are equal when they are the same. */
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

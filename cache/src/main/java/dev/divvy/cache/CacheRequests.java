package dev.divvy.cache;

import dev.divvy.cache.traffic.LocalClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The requests of a cache, in the bytes of its codecs. */
record CacheRequests<K, V>(Codec<K> keys, Codec<V> values) {

    private static final byte[] GET = ascii("GET");
    private static final byte[] SET = ascii("SET");
    private static final byte[] DEL = ascii("DEL");
    private static final byte[] PX = ascii("PX");
    private static final byte[] NX = ascii("NX");
    private static final byte[] CAS = ascii("DIVVY.CAS");
    private static final byte[] IS = ascii("IS");
    private static final byte[] KEEPTTL = ascii("KEEPTTL");
    private static final byte[] LOAD = ascii("DIVVY.LOAD");
    private static final byte[] FILL = ascii("DIVVY.FILL");

    /** A request about one key, with the decoder of its reply, which throws a {@link CacheException} for an error. */
    static final class Request<T> {
        private final Function<byte[], T> decoder;
        private final byte[][] arguments;

        private Request(Function<byte[], T> decoder, byte[]... arguments) {
            this.decoder = decoder;
            this.arguments = arguments;
        }

        T call(LocalClient client) {
            return decoder.apply(client.call(arguments));
        }

        CompletableFuture<T> send(LocalClient client) {
            return client.send(decoder, arguments);
        }
    }

    Request<Optional<V>> get(K key) {
        return new Request<>(reply -> ReplyDecoder.value(reply).map(values::decode), GET, key(key));
    }

    /** Returns a request whose result is whether the value was put, which is always so. */
    Request<Boolean> put(K key, V value) {
        return new Request<>(ReplyDecoder::isOk, SET, key(key), value(value));
    }

    Request<Boolean> put(K key, V value, Duration timeToLive) {
        return new Request<>(ReplyDecoder::isOk, SET, key(key), value(value), PX, millis(timeToLive));
    }

    Request<Boolean> putIfAbsent(K key, V value) {
        return new Request<>(ReplyDecoder::isOk, SET, key(key), value(value), NX);
    }

    Request<Boolean> putIfAbsent(K key, V value, Duration timeToLive) {
        return new Request<>(ReplyDecoder::isOk, SET, key(key), value(value), NX, PX, millis(timeToLive));
    }

    /** Returns a request for the value, or for a lease to load it. */
    Request<Lookup<V>> load(K key) {
        return new Request<>(
                reply -> reply[0] == ':'
                        ? new Lookup<>(Optional.empty(), ReplyDecoder.number(reply))
                        : new Lookup<>(ReplyDecoder.value(reply).map(values::decode), 0),
                LOAD,
                key(key));
    }

    /** Returns a request that puts a loaded value unless the key was changed since the lease; the result is whether it was put. */
    Request<Boolean> fill(K key, long lease, V value, Optional<Duration> timeToLive) {
        byte[] number = ascii(Long.toString(lease));
        return timeToLive
                .map(time ->
                        new Request<>(CacheRequests::isOne, FILL, key(key), number, value(value), PX, millis(time)))
                .orElseGet(() -> new Request<>(CacheRequests::isOne, FILL, key(key), number, value(value)));
    }

    /**
     * The value of a key, or a lease to load it.
     *
     * @param lease the number of the lease if there is no value
     */
    record Lookup<V>(Optional<V> value, long lease) {}

    Request<Boolean> replace(K key, V expected, V next) {
        return new Request<>(CacheRequests::isOne, CAS, key(key), IS, value(expected), value(next), KEEPTTL);
    }

    Request<Boolean> delete(K key) {
        return new Request<>(CacheRequests::isOne, DEL, key(key));
    }

    private static boolean isOne(byte[] reply) {
        return ReplyDecoder.number(reply) == 1;
    }

    byte[] key(K key) {
        return keys.encode(Objects.requireNonNull(key, "key"));
    }

    private byte[] value(V value) {
        return values.encode(Objects.requireNonNull(value, "value"));
    }

    static void checkTimeToLive(Duration timeToLive) {
        if (timeToLive.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "time-to-live " + timeToLive + " is too short; give at least 1 millisecond");
        }
    }

    private static byte[] millis(Duration timeToLive) {
        checkTimeToLive(timeToLive);
        return ascii(Long.toString(timeToLive.toMillis()));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

package dev.divvy.cache;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** How keys or values become bytes and come back. Bytes are all that leaves the process: nothing is ever serialized by Java itself. */
public interface Codec<T> {

    byte[] encode(T value);

    /**
     * What these bytes mean.
     *
     * @throws IllegalArgumentException when they are none of its kind
     */
    T decode(byte[] bytes);

    static <T> Codec<T> of(Function<? super T, byte[]> encode, Function<byte[], ? extends T> decode) {
        return new Codec<>() {
            @Override
            public byte[] encode(T value) {
                return encode.apply(value);
            }

            @Override
            public T decode(byte[] bytes) {
                return decode.apply(bytes);
            }
        };
    }

    /** Texts as UTF-8, as other clients read and write them. */
    static Codec<String> strings() {
        return of(text -> text.getBytes(StandardCharsets.UTF_8), bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** Bytes as they are. */
    static Codec<byte[]> bytes() {
        return of(Function.identity(), Function.identity());
    }

    /** Eight bytes a number. */
    static Codec<Long> longs() {
        return of(value -> ByteBuffer.allocate(Long.BYTES).putLong(value).array(), bytes -> {
            if (bytes.length != Long.BYTES) {
                throw new IllegalArgumentException(bytes.length + " bytes are no number; it has " + Long.BYTES);
            }
            return ByteBuffer.wrap(bytes).getLong();
        });
    }
}

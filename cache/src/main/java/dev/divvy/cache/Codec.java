package dev.divvy.cache;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Converts keys or values to bytes and back. Only these bytes leave the process: Java serialization is never used. */
public interface Codec<T> {

    byte[] encode(T value);

    /**
     * Returns the value that these bytes encode.
     *
     * @throws IllegalArgumentException when they encode none
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

    /** Returns a codec for strings in UTF-8, as other clients read and write them. */
    static Codec<String> strings() {
        return of(text -> text.getBytes(StandardCharsets.UTF_8), bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** Returns a codec that leaves byte arrays as they are. */
    static Codec<byte[]> bytes() {
        return of(Function.identity(), Function.identity());
    }

    /** Returns a codec for numbers of eight bytes, the highest first. */
    static Codec<Long> longs() {
        return of(value -> ByteBuffer.allocate(Long.BYTES).putLong(value).array(), bytes -> {
            if (bytes.length != Long.BYTES) {
                throw new IllegalArgumentException("a number has " + Long.BYTES + " bytes, not " + bytes.length);
            }
            return ByteBuffer.wrap(bytes).getLong();
        });
    }
}

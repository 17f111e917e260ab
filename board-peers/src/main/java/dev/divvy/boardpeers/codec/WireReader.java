package dev.divvy.boardpeers.codec;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Reads the bytes of a {@link WireWriter}. For any other bytes it throws an {@link IllegalArgumentException} or a
 * {@link BufferUnderflowException}, and it allocates nothing for a count that exceeds the remaining bytes.
 */
final class WireReader {

    private final ByteBuffer in;

    WireReader(byte[] bytes, int offset, int length) {
        this.in = ByteBuffer.wrap(bytes, offset, length);
    }

    int readByte() {
        return in.get();
    }

    int readInt() {
        return in.getInt();
    }

    long readLong() {
        return in.getLong();
    }

    boolean readBoolean() {
        int value = readByte();
        if (value != 0 && value != 1) {
            throw new IllegalArgumentException("a boolean is " + value);
        }
        return value == 1;
    }

    byte[] readBytes() {
        byte[] value = new byte[readCount()];
        in.get(value);
        return value;
    }

    String readString() {
        int length = readCount();
        ByteBuffer encoded = in.slice(in.position(), length);
        in.position(in.position() + length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(encoded).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a string is not valid UTF-8", e);
        }
    }

    <T> List<T> readList(Function<WireReader, T> each) {
        int size = readCount();
        List<T> all = new ArrayList<>(Math.min(size, 1024));
        for (int i = 0; i < size; i++) {
            all.add(each.apply(this));
        }
        return all;
    }

    <T> NavigableMap<String, T> readMap(Function<WireReader, T> each) {
        NavigableMap<String, T> all = new TreeMap<>();
        for (int remaining = readCount(); remaining > 0; remaining--) {
            all.put(readString(), each.apply(this));
        }
        return all;
    }

    <T> Optional<T> readOptional(Function<WireReader, T> each) {
        return readBoolean() ? Optional.of(each.apply(this)) : Optional.empty();
    }

    /** Reads the number of bytes or elements that follow. An element takes at least one byte. */
    private int readCount() {
        int count = readInt();
        if (count < 0 || count > in.remaining()) {
            throw new IllegalArgumentException("a count is " + count + "; " + in.remaining() + " bytes remain");
        }
        return count;
    }

    boolean isAtEnd() {
        return !in.hasRemaining();
    }

    void checkEnd() {
        if (in.hasRemaining()) {
            throw new IllegalArgumentException(in.remaining() + " bytes after the end of the message");
        }
    }
}

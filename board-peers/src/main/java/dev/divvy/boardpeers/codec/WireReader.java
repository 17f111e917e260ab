package dev.divvy.boardpeers.codec;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads what {@link WireWriter} wrote. Whatever else it is given, it throws an {@link IllegalArgumentException} or a
 * {@link BufferUnderflowException}, and sets nothing aside for a count that the bytes that follow cannot hold.
 */
final class WireReader {

    private final ByteBuffer in;

    WireReader(byte[] bytes, int offset, int length) {
        this.in = ByteBuffer.wrap(bytes, offset, length);
    }

    int small() {
        return in.get();
    }

    int whole() {
        return in.getInt();
    }

    long number() {
        return in.getLong();
    }

    boolean flag() {
        int value = small();
        if (value != 0 && value != 1) {
            throw new IllegalArgumentException("a flag is " + value);
        }
        return value == 1;
    }

    byte[] blob() {
        byte[] value = new byte[count()];
        in.get(value);
        return value;
    }

    String text() {
        int length = count();
        ByteBuffer part = in.slice(in.position(), length);
        in.position(in.position() + length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(part).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a text is not of UTF-8", e);
        }
    }

    <T> List<T> list(Function<WireReader, T> each) {
        int size = count();
        List<T> all = new ArrayList<>(Math.min(size, 1024));
        for (int i = 0; i < size; i++) {
            all.add(each.apply(this));
        }
        return all;
    }

    <T> Optional<T> maybe(Function<WireReader, T> each) {
        return flag() ? Optional.of(each.apply(this)) : Optional.empty();
    }

    /** Everything takes at least a byte. */
    private int count() {
        int count = whole();
        if (count < 0 || count > in.remaining()) {
            throw new IllegalArgumentException("a count is " + count + ", and " + in.remaining() + " bytes follow");
        }
        return count;
    }

    void end() {
        if (in.hasRemaining()) {
            throw new IllegalArgumentException(in.remaining() + " bytes too many");
        }
    }
}

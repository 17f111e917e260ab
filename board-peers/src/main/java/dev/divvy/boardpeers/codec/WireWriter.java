package dev.divvy.boardpeers.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Writes numbers, texts and lists one after the other. */
final class WireWriter {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    private final DataOutputStream out = new DataOutputStream(bytes);

    private interface Writing {
        void run() throws IOException;
    }

    private static void write(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array does not fail
        }
    }

    void small(int value) {
        write(() -> out.writeByte(value));
    }

    void whole(int value) {
        write(() -> out.writeInt(value));
    }

    void number(long value) {
        write(() -> out.writeLong(value));
    }

    void flag(boolean value) {
        small(value ? 1 : 0);
    }

    void blob(byte[] value) {
        whole(value.length);
        write(() -> out.write(value));
    }

    void text(String value) {
        blob(value.getBytes(UTF_8));
    }

    <T> void list(Collection<T> values, BiConsumer<WireWriter, T> each) {
        whole(values.size());
        values.forEach(value -> each.accept(this, value));
    }

    <T> void maybe(Optional<T> value, BiConsumer<WireWriter, T> each) {
        flag(value.isPresent());
        value.ifPresent(there -> each.accept(this, there));
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}

package dev.divvy.boardpeers.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Writes numbers, strings, bytes and lists to a byte array. */
final class WireWriter {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    private final DataOutputStream out = new DataOutputStream(bytes);

    private interface WriteAction {
        void run() throws IOException;
    }

    private static void write(WriteAction action) {
        try {
            action.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // never thrown for an array
        }
    }

    void writeByte(int value) {
        write(() -> out.writeByte(value));
    }

    void writeInt(int value) {
        write(() -> out.writeInt(value));
    }

    void writeLong(long value) {
        write(() -> out.writeLong(value));
    }

    void writeBoolean(boolean value) {
        writeByte(value ? 1 : 0);
    }

    void writeBytes(byte[] value) {
        writeInt(value.length);
        write(() -> out.write(value));
    }

    void writeString(String value) {
        writeBytes(value.getBytes(UTF_8));
    }

    <T> void writeList(Collection<T> values, BiConsumer<WireWriter, T> each) {
        writeInt(values.size());
        values.forEach(value -> each.accept(this, value));
    }

    <T> void writeMap(Map<String, T> values, BiConsumer<WireWriter, T> each) {
        writeInt(values.size());
        values.forEach((key, value) -> {
            writeString(key);
            each.accept(this, value);
        });
    }

    <T> void writeOptional(Optional<T> value, BiConsumer<WireWriter, T> each) {
        writeBoolean(value.isPresent());
        value.ifPresent(present -> each.accept(this, present));
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }
}

package dev.divvy.boardpeers.jgroups;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Changes valid frames into others: flipped bits, other lengths, ends cut off, parts of two frames. */
final class Mutations {

    private static final int[] LENGTHS = {
        -1, 0, 1, 127, 128, 255, 32_767, 65_535, 200 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE
    };

    private final Random random;
    private final List<byte[]> valid;

    Mutations(Random random, List<byte[]> valid) {
        this.random = random;
        this.valid = valid;
    }

    byte[] next() {
        byte[] bytes = any().clone();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            bytes = changed(bytes);
        }
        return bytes;
    }

    private byte[] any() {
        return valid.get(random.nextInt(valid.size()));
    }

    /** Returns an index into these bytes, more often near the beginning, where the lengths and types are. */
    private int index(byte[] bytes) {
        int end = random.nextBoolean() ? Math.min(bytes.length, 80) : bytes.length;
        return end == 0 ? 0 : random.nextInt(end);
    }

    private byte[] changed(byte[] bytes) {
        if (bytes.length < 8) {
            return any().clone();
        }
        int index = index(bytes);
        return switch (random.nextInt(7)) {
            case 0 -> withByte(bytes, index, bytes[index] ^ (1 << random.nextInt(8)));
            case 1 -> withByte(bytes, index, random.nextInt(256));
            case 2 -> withNumber(bytes, index, Integer.BYTES);
            case 3 -> withNumber(bytes, index, Short.BYTES);
            case 4 -> Arrays.copyOf(bytes, index);
            case 5 -> spliced(bytes, index);
            default -> Arrays.copyOf(bytes, bytes.length + random.nextInt(64));
        };
    }

    private static byte[] withByte(byte[] bytes, int index, int value) {
        bytes[index] = (byte) value;
        return bytes;
    }

    private byte[] withNumber(byte[] bytes, int index, int size) {
        int number = random.nextBoolean() ? LENGTHS[random.nextInt(LENGTHS.length)] : random.nextInt();
        for (int i = 0; i < size && index + i < bytes.length; i++) {
            bytes[index + i] = (byte) (number >> (8 * (size - 1 - i)));
        }
        return bytes;
    }

    private byte[] spliced(byte[] bytes, int index) {
        byte[] other = any();
        int from = index(other);
        byte[] both = Arrays.copyOf(bytes, index + other.length - from);
        System.arraycopy(other, from, both, index, other.length - from);
        return both;
    }
}

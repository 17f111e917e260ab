package dev.divvy.allocation.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ColumnCodecTest {

    private static final long SEED = 20_260_404;

    @Test
    void anyNumbersReadBackEqual() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 3000; round++) {
            int[] values = new int[random.nextInt(80)];
            int limit = 1 + (random.nextInt() >>> (1 + random.nextInt(31)));
            int repeat = 1 + random.nextInt(20);
            for (int i = 0; i < values.length; i++) {
                values[i] = i > 0 && random.nextInt(repeat) > 0 ? values[i - 1] : random.nextInt(limit);
            }
            byte[] bytes = written(values);
            BinaryReader in = new BinaryReader(bytes, 0, bytes.length);
            assertThat(ColumnCodec.read(in, values.length, limit, "x"))
                    .as("seed %s", SEED)
                    .isEqualTo(values);
            assertThat(in.left()).isZero();
        }
    }

    @Test
    void theSameNumberEverywhereTakesTwoBytes() {
        assertThat(written(new int[100_000])).containsExactly(1, 0);
        assertThat(written()).isEmpty();
    }

    @Test
    void scatteredNumbersTakeAsManyBitsAsTheLargest() {
        int[] scattered = new int[1000];
        for (int i = 0; i < scattered.length; i++) {
            scattered[i] = i * 7 % 8;
        }
        assertThat(written(scattered)).hasSize(2 + 3 * 1000 / 8).startsWith(0, 3);
    }

    @Test
    void everyOtherWayToWriteTheSameIsRefused() {
        requireRefused("two runs of 5 that are one", 4, 2, 5, 0, 5);
        requireRefused("not written in the shorter way", 2, 0, 3, 0b101101);
        requireRefused("not written in the shorter way", 8, 8, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
        requireRefused("bits set that mean nothing", 7, 0, 1, 0b11010101);
        requireRefused("or is too wide", 8, 0, 2, 0b00010001, 0b00010001);
        requireRefused("more bytes than it needs", 8, 1, 0x80, 0);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        requireRefused("x has 9, where there are 8", 4, 1, 9);
        requireRefused("the runs of x is 5; the most is 4", 4, 5, 1, 0, 2, 0, 3, 0, 4, 0, 5);
        requireRefused("x has 4 runs, more than the 2 bytes", 4, 4, 1, 0);
        requireRefused("a run of x is 3; the most is 2", 4, 2, 1, 3, 2);
        requireRefused("x is 32 bits wide", 4, 0, 32);
        requireRefused("x is 100 times 7 bits, more than the 1 bytes", 100, 0, 7, 1);
        requireRefused("cut short", 1);
    }

    private static byte[] written(int... values) {
        BinaryWriter out = new BinaryWriter();
        ColumnCodec.write(out, values);
        return out.bytes(0);
    }

    private static void requireRefused(String message, int count, int... octets) {
        BinaryWriter out = new BinaryWriter();
        for (int octet : octets) {
            out.octet(octet);
        }
        byte[] bytes = out.bytes(0);
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> ColumnCodec.read(new BinaryReader(bytes, 0, bytes.length), count, 8, "x"))
                .withMessageContaining(message);
    }
}

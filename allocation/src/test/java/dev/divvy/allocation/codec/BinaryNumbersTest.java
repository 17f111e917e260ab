package dev.divvy.allocation.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class BinaryNumbersTest {

    @Test
    void numbersOfEverySizeReadBackEqual() {
        for (int bits = 0; bits < 63; bits++) {
            for (long value : new long[] {(1L << bits) - 1, 1L << bits, (1L << bits) + 1, Long.MAX_VALUE >>> bits}) {
                BinaryWriter out = new BinaryWriter();
                out.number(value);
                byte[] bytes = out.bytes(0);
                assertThat(bytes).hasSize(BinaryWriter.sizeOf(value));
                assertThat(reader(bytes).number("n")).isEqualTo(value);
            }
        }
    }

    @Test
    void numbersBelow128TakeOneByteAndTheLargestNine() {
        assertThat(BinaryWriter.sizeOf(0)).isEqualTo(1);
        assertThat(BinaryWriter.sizeOf(127)).isEqualTo(1);
        assertThat(BinaryWriter.sizeOf(128)).isEqualTo(2);
        assertThat(BinaryWriter.sizeOf(Long.MAX_VALUE)).isEqualTo(9);
    }

    @Test
    void aNumberThatIsTooLargeOrTooLongIsRefused() {
        requireRefused("n is larger than a number can be (at byte 0)", -1, -1, -1, -1, -1, -1, -1, -1, -1, 1);
        requireRefused("n is written with more bytes than it needs (at byte 0)", -128, 0);
        requireRefused("cut short: n is missing (at byte 1)", -128);
    }

    @Test
    void aSumThatOverflowsIsRefused() {
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> reader((byte) 1).numberAfter(Long.MAX_VALUE, "n"))
                .withMessageContaining("larger than a number can be");
    }

    private static void requireRefused(String message, int... octets) {
        BinaryWriter out = new BinaryWriter();
        for (int octet : octets) {
            out.octet(octet);
        }
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> reader(out.bytes(0)).number("n"))
                .withMessage(message);
    }

    private static BinaryReader reader(byte... bytes) {
        return new BinaryReader(bytes, 0, bytes.length);
    }
}

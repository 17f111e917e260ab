package dev.divvy.allocation.hash.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Crc16Test {

    @Test
    void theCheckValueOfTheStandardIsMet() {
        assertThat(Crc16.of("123456789".getBytes(StandardCharsets.US_ASCII))).isEqualTo(0x31C3);
    }

    @Test
    void noBytesGiveZero() {
        assertThat(Crc16.of(new byte[0])).isZero();
    }

    @Test
    void theTableAgreesWithDividingBitByBit() {
        long seed = 6;
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = new byte[300];
        for (int length = 0; length <= 200; length++) {
            random.nextBytes(bytes);
            int from = random.nextInt(100);
            assertThat(Crc16.of(bytes, from, length))
                    .as("seed %d, %d bytes from %d", seed, length, from)
                    .isEqualTo(remainder(bytes, from, length));
        }
    }

    @Test
    void bytesOutsideOfTheArrayAreRefused() {
        assertThatThrownBy(() -> Crc16.of(new byte[8], 5, 4)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** The definition: the remainder of the bits, followed by sixteen zeros, divided by x^16 + x^12 + x^5 + 1. */
    private static int remainder(byte[] bytes, int from, int length) {
        int remainder = 0;
        for (int bit = 0; bit < 8 * length + 16; bit++) {
            int next = bit < 8 * length ? (bytes[from + bit / 8] >> (7 - bit % 8)) & 1 : 0;
            remainder = (remainder << 1) | next;
            if ((remainder & 0x10000) != 0) {
                remainder ^= 0x11021;
            }
        }
        return remainder;
    }
}

package dev.divvy.allocation.hash.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Murmur3Test {

    /** Rows in users' databases contain these numbers: they never change. */
    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "a, 1009084850",
        "ab, -1681926305",
        "abc, -1277324294",
        "abcd, 1139631978",
        "abcde, -392455434",
        "abcdef, 1635893381",
        "abcdefg, -2009294074",
        "abcdefgh, 1239272644",
        "abcdefghi, 1108608752",
        "42, -1135041482",
        "hello, 613153351",
        "'hello, world', 345750399",
        "The quick brown fox jumps over the lazy dog, 776992547",
        "Z\u00fcrich, 694770001",
        "\u65e5\u672c\u8a9e, -1515949417",
        "\ud83d\ude00, -1095487750",
    })
    void theHashOfATextIsFrozen(String text, int hash) {
        assertThat(Murmur3.hash32(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(hash);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anIndependentLibraryAgreesForEveryLengthAndOffset(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = new byte[700];
        for (int length = 0; length <= 600; length++) {
            random.nextBytes(bytes);
            int from = random.nextInt(1, 100);
            byte[] alone = new byte[length];
            System.arraycopy(bytes, from, alone, 0, length);
            int expected = Hashing.murmur3_32().hashBytesToInt(alone);
            assertThat(Murmur3.hash32(bytes, from, length))
                    .as("seed %d, %d bytes from %d", seed, length, from)
                    .isEqualTo(expected);
            assertThat(Murmur3.hash32(alone))
                    .as("seed %d, %d bytes", seed, length)
                    .isEqualTo(expected);
        }
    }

    @Test
    void bytesOutsideOfTheArrayAreRefused() {
        assertThatThrownBy(() -> Murmur3.hash32(new byte[8], 5, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Murmur3.hash32(new byte[8], -1, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Murmur3.hash32(new byte[8], 4, -1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}

package dev.divvy.allocation.hash.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Xxh3Test {

    /** Allocations of running clusters depend on these numbers: they never change. */
    @ParameterizedTest
    @CsvSource({
        "0, 2D06800538D394C2",
        "1, C44BDFF4074EECDB",
        "2, 7A9978044CB8A8BB",
        "3, 54247382A8D6B94D",
        "4, E5DC74BC51848A51",
        "6, 27B56A84CD2D7325",
        "8, 24CCC9ACAA9F65E4",
        "9, 14D5001C15DD3F2B",
        "12, A713DAF0DFBB77E7",
        "16, 981B17D36C7498C9",
        "17, 796F5ACD3A60F862",
        "24, A3FE70BF9D3510EB",
        "32, 9FEADDBDBF57EED3",
        "33, ABFB2D081B400A10",
        "64, 9CB48487720EC49D",
        "65, FD81AAC4BEBC3883",
        "96, 935A769A7F94776F",
        "97, CA4CA268FD3C3A6C",
        "128, FCFF24126754D861",
        "129, 98F1B0A679A2CA29",
        "195, CD94217EE362EC3A",
        "240, 81C3C2B67F568CCF",
        "241, C5A639ECD2030E5E",
        "256, 55DE574AD89D0AC5",
        "403, CDEB804D65C6DEA4",
        "512, 617E49599013CB6B",
        "1024, DD85C9B5C1109C5C",
        "1025, D870C0FA13211C6A",
        "1088, CC1450EA6B52A8F4",
        "2048, DD59E2C3A5F038E0",
        "2240, 6E73A90539CF2948",
        "2367, CB37AEB9E5D361ED",
    })
    void theHashOfEveryLengthClassIsFrozen(int length, String hash) {
        assertThat(Xxh3.hash64(sample(), 0, length)).isEqualTo(Long.parseUnsignedLong(hash, 16));
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
            long expected = Hashing.xxh3_64().hashBytesToLong(alone);
            assertThat(Xxh3.hash64(bytes, from, length))
                    .as("seed %d, %d bytes from %d", seed, length, from)
                    .isEqualTo(expected);
            assertThat(Xxh3.hash64(alone)).as("seed %d, %d bytes", seed, length).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void anIndependentLibraryAgreesOverManyBlocks(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(600, 20_000)];
            random.nextBytes(bytes);
            assertThat(Xxh3.hash64(bytes))
                    .as("seed %d, %d bytes", seed, bytes.length)
                    .isEqualTo(Hashing.xxh3_64().hashBytesToLong(bytes));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 255, 1L << 31, 1L << 32, Long.MIN_VALUE, Long.MAX_VALUE, 0x0102030405060708L})
    void aNumberHashesAsItsEightLittleEndianBytes(long number) {
        byte[] bytes = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(number)
                .array();
        assertThat(Xxh3.hash64(number)).isEqualTo(Xxh3.hash64(bytes));
    }

    @Test
    void twoNumbersHashAsTheirSixteenLittleEndianBytes() {
        long seed = 6;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1000; i++) {
            long first = random.nextLong() >> random.nextInt(64);
            long second = random.nextLong() >> random.nextInt(64);
            byte[] bytes = ByteBuffer.allocate(16)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(first)
                    .putLong(second)
                    .array();
            assertThat(Xxh3.hash64(first, second))
                    .as("seed %d, numbers %d and %d", seed, first, second)
                    .isEqualTo(Hashing.xxh3_64().hashBytesToLong(bytes));
        }
    }

    @Test
    void bytesOutsideOfTheArrayAreRefused() {
        assertThatThrownBy(() -> Xxh3.hash64(new byte[8], 5, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Xxh3.hash64(new byte[8], -1, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Xxh3.hash64(new byte[8], 4, -1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** The input of xxHash's own published test vectors. */
    private static byte[] sample() {
        byte[] bytes = new byte[2367];
        long state = 2654435761L;
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (state >>> 56);
            state *= 0x9E3779B185EBCA8DL;
        }
        return bytes;
    }

    /** The JIT compiler of JDK 17 on ARM once computed wrong hashes of long inputs, after some ten thousand calls. */
    @Test
    void theHashIsTheSameHoweverOftenItWasAskedFor() {
        SplittableRandom random = new SplittableRandom(17);
        byte[][] inputs = new byte[64][];
        long[] first = new long[inputs.length];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = new byte[i < 32 ? 200 + i * 40 : 1000 * (i - 30) + i];
            random.nextBytes(inputs[i]);
            first[i] = Xxh3.hash64(inputs[i]);
        }
        for (int round = 0; round < 1000; round++) {
            for (int i = 0; i < inputs.length; i++) {
                assertThat(Xxh3.hash64(inputs[i]))
                        .as("%d bytes in round %d", inputs[i].length, round)
                        .isEqualTo(first[i]);
            }
        }
    }
}

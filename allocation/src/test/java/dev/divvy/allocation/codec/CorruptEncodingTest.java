package dev.divvy.allocation.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import dev.divvy.allocation.Allocation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CorruptEncodingTest {

    private final byte[] bytes = AllocationCodec.write(FrozenEncodingTest.tokensWithEverything());

    @Test
    void everyTruncationIsRefused() {
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            requireRefused(cut, "cut to " + length);
            if (length >= 4) {
                requireRefused(Resealed.of(cut), "cut to " + length + " with a correct checksum");
            }
        }
    }

    @Test
    void everyFlippedBitIsRefused() {
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            requireRefused(flipped, "bit " + bit + " flipped");
        }
    }

    @Test
    void aFlippedBitUnderACorrectChecksumIsRefusedOrEncodesAnotherAllocation() {
        for (int bit = 0; bit < 8 * (bytes.length - 4); bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            requireRefusedOrExact(Resealed.of(flipped), "bit " + bit + " flipped");
        }
    }

    @Test
    void trailingBytesAreRefused() {
        for (int more = 1; more < 10; more++) {
            byte[] longer = Arrays.copyOf(bytes, bytes.length + more);
            assertThatExceptionOfType(CorruptAllocationException.class)
                    .isThrownBy(() -> AllocationCodec.read(Resealed.of(longer)))
                    .withMessageMatching("\\d+ bytes too many at the end \\(at byte " + (bytes.length - 4) + "\\)");
        }
    }

    @Test
    void aNewerVersionIsNamedAsSuch() {
        byte[] newer = bytes.clone();
        newer[4] = 9;
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> AllocationCodec.read(Resealed.of(newer)))
                .withMessage("format version 9 is newer than 3; upgrade Divvy (at byte 4)");
        newer[4] = 0;
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> AllocationCodec.read(Resealed.of(newer)))
                .withMessageContaining("format version 0 does not exist");
    }

    @Test
    void theMessageTellsOtherBytesFromDamagedOnes() {
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> AllocationCodec.read("{\"epoch\": 7}".getBytes(StandardCharsets.UTF_8)))
                .withMessage("not an encoded allocation: it does not begin with the bytes DvyA (at byte 0)");
        byte[] damaged = bytes.clone();
        damaged[bytes.length / 2] ^= 1;
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> AllocationCodec.read(damaged))
                .withMessageMatching(
                        "damaged: the checksum is \\p{XDigit}{8}, but the stored one is \\p{XDigit}{8} \\(at byte \\d+\\)")
                .satisfies(e -> assertThat(e.offset()).isEqualTo(bytes.length - 4));
    }

    static void requireRefused(byte[] bytes, String which) {
        try {
            AllocationCodec.read(bytes);
        } catch (CorruptAllocationException e) {
            assertThat(e.getMessage()).contains("(at byte " + e.offset() + ")");
            assertThat(e.offset()).isBetween(0, bytes.length);
            return;
        } catch (RuntimeException e) {
            fail(which + ": " + e, e);
        }
        fail(which + " was read");
    }

    /** Requires that the bytes are refused, or are exactly the encoding of the allocation that was read. */
    static boolean requireRefusedOrExact(byte[] bytes, String which) {
        Allocation read;
        try {
            read = AllocationCodec.read(bytes);
        } catch (CorruptAllocationException e) {
            assertThat(e.offset()).as(which).isBetween(0, bytes.length);
            return false;
        } catch (RuntimeException e) {
            return fail(which + ": " + e, e);
        }
        assertThat(AllocationCodec.write(read)).as(which).isEqualTo(bytes);
        return true;
    }
}

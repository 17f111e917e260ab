package dev.divvy.allocation.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import dev.divvy.allocation.Allocation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CorruptFormTest {

    private final byte[] form = AllocationCodec.write(FrozenFormTest.tokensWithEverything());

    @Test
    void everyTruncationIsRefused() {
        for (int length = 0; length < form.length; length++) {
            byte[] cut = Arrays.copyOf(form, length);
            requireRefused(cut, "cut to " + length);
            if (length >= 4) {
                requireRefused(Resealed.of(cut), "cut to " + length + " with a right checksum");
            }
        }
    }

    @Test
    void everyFlippedBitIsRefused() {
        for (int bit = 0; bit < 8 * form.length; bit++) {
            byte[] flipped = form.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            requireRefused(flipped, "bit " + bit + " flipped");
        }
    }

    @Test
    void aFlippedBitUnderARightChecksumIsRefusedOrTheFormOfAnotherAllocation() {
        for (int bit = 0; bit < 8 * (form.length - 4); bit++) {
            byte[] flipped = form.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            requireRefusedOrExact(Resealed.of(flipped), "bit " + bit + " flipped");
        }
    }

    @Test
    void trailingBytesAreRefused() {
        for (int more = 1; more < 10; more++) {
            byte[] longer = Arrays.copyOf(form, form.length + more);
            assertThatExceptionOfType(CorruptAllocationException.class)
                    .isThrownBy(() -> AllocationCodec.read(Resealed.of(longer)))
                    .withMessageMatching("\\d+ bytes too many at the end \\(at byte " + (form.length - 4) + "\\)");
        }
    }

    @Test
    void aNewerVersionIsNamedAsSuch() {
        byte[] newer = form.clone();
        newer[4] = 9;
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> AllocationCodec.read(Resealed.of(newer)))
                .withMessage("form version 9 is newer than 1; upgrade Divvy (at byte 4)");
        newer[4] = 0;
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> AllocationCodec.read(Resealed.of(newer)))
                .withMessageContaining("form version 0 never was");
    }

    @Test
    void theMessageTellsOtherBytesFromDamagedOnes() {
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> AllocationCodec.read("{\"epoch\": 7}".getBytes(StandardCharsets.UTF_8)))
                .withMessage("not the form of an allocation: it begins otherwise (at byte 0)");
        byte[] damaged = form.clone();
        damaged[form.length / 2] ^= 1;
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> AllocationCodec.read(damaged))
                .withMessageMatching(
                        "damaged: the checksum is \\p{XDigit}{8} but says \\p{XDigit}{8} \\(at byte \\d+\\)")
                .satisfies(e -> assertThat(e.offset()).isEqualTo(form.length - 4));
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

    /** Refused, or else byte for byte what the allocation that was read is written as. */
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

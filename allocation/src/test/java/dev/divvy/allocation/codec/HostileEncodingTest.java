package dev.divvy.allocation.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Pieces;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class HostileEncodingTest {

    private static final long SEED = 20_260_403;

    /** A million tokens with seven copies are legal and need no more bytes than ten tokens; this is their size in memory. */
    private static final long MOST_BYTES = 160L << 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void editedBytesWithACorrectChecksumAreRefusedOrEncodeAnotherAllocation() {
        int read = 0;
        for (long seed = SEED; seed < SEED + 150; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] bytes = AllocationCodec.write(GeneratedGroup.small(seed).now());
            for (int i = 0; i < 80; i++) {
                byte[] edited = Resealed.of(edited(bytes, random));
                long before = threads.getCurrentThreadAllocatedBytes();
                read += CorruptEncodingTest.requireRefusedOrExact(edited, "seed " + seed + ", edit " + i) ? 1 : 0;
                assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                        .as("bytes for seed %s, edit %s", seed, i)
                        .isLessThan(MOST_BYTES);
            }
        }
        assertThat(read).as("some edits make another allocation").isGreaterThan(50);
    }

    @Test
    void aCountThatCannotFollowIsRefusedBeforeMemoryIsTakenForIt() {
        requireCheaplyRefused("1000000, more than the 0 bytes", out -> {
            out.octet(0);
            out.number(1_000_000);
        });
        requireCheaplyRefused("the most is " + Pieces.MOST, out -> {
            out.octet(0);
            out.number(Pieces.MOST + 1L);
        });
        requireCheaplyRefused("the most is " + Pieces.MOST, out -> {
            out.octet(2);
            out.number(Long.MAX_VALUE);
        });
        requireCheaplyRefused("the number of names of members is 2147483647, more than", out -> {
            out.octet(2);
            out.number(10);
            out.number(Integer.MAX_VALUE);
        });
        requireCheaplyRefused("the number of incarnations is 2147483647, more than", out -> {
            out.octet(2);
            out.number(10);
            out.number(0);
            out.number(Integer.MAX_VALUE);
        });
        requireCheaplyRefused("the number of releasers is 20, more than", out -> {
            upToTenures(out, 10);
            for (int part : new int[] {2, 1, 1, 1, 0, 1, 1, 1, 10, 0, 0}) {
                out.number(part);
            }
        });
    }

    @Test
    void whatAPartRefusesItselfIsRefusedWithItsReasonAndPlace() {
        requireCheaplyRefused("member id n is in the roster twice (at byte 23)", out -> {
            out.octet(2);
            out.number(10);
            for (int part : new int[] {1, 0, 1, 'n', 2, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 1}) {
                out.number(part);
            }
        });
        requireCheaplyRefused("0 tokens of XXH3_64 are too few; the least is 1 (at byte 12)", out -> {
            out.octet(2);
            out.number(0);
        });
    }

    @Test
    void aRowThatNothingRefersToIsRefused() {
        requireCheaplyRefused("member id 0 is in its table, but nothing refers to it", out -> {
            out.octet(2);
            out.number(10);
            for (int part : new int[] {1, 0, 1, 'n', 0, 0, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0}) {
                out.number(part);
            }
        });
    }

    @Test
    void aShortEncodingOfAMillionTokensIsRead() {
        BinaryWriter out = begin();
        upToTenures(out, Pieces.MOST);
        for (int part : new int[] {1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 0}) {
            out.number(part);
        }
        Allocation read = AllocationCodec.read(Resealed.around(out));
        assertThat(read.pieces().count()).isEqualTo(Pieces.MOST);
        assertThat(read.division().unowned().count()).isEqualTo(Pieces.MOST);
    }

    private void requireCheaplyRefused(String message, Consumer<BinaryWriter> claim) {
        BinaryWriter out = begin();
        claim.accept(out);
        byte[] bytes = Resealed.around(out);
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> AllocationCodec.read(bytes))
                .withMessageContaining(message);
        // The first reading loads classes.
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatExceptionOfType(CorruptAllocationException.class).isThrownBy(() -> AllocationCodec.read(bytes));
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
    }

    private static BinaryWriter begin() {
        BinaryWriter out = new BinaryWriter();
        out.text("board");
        out.number(7);
        return out;
    }

    /** Writes a number of tokens, an empty roster, no directives and no owners. */
    private static void upToTenures(BinaryWriter out, int tokens) {
        out.octet(2);
        out.number(tokens);
        for (int part : new int[] {0, 0, 0, 0, 0, 1, 0}) {
            out.number(part);
        }
    }

    private static byte[] edited(byte[] bytes, SplittableRandom random) {
        byte[] edited = bytes.clone();
        for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
            int at = 5 + random.nextInt(edited.length - 9);
            switch (random.nextInt(5)) {
                case 0 -> edited[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> edited[at] = (byte) random.nextInt();
                case 2 -> edited[at] += (byte) (random.nextBoolean() ? 1 : -1);
                case 3 -> edited = spliced(edited, at, 0, bytes(random));
                default -> edited = spliced(edited, at, Math.min(edited.length - 4 - at, 1 + random.nextInt(3)));
            }
        }
        return edited;
    }

    /** A number of any size, or noise. */
    private static byte[] bytes(SplittableRandom random) {
        if (random.nextBoolean()) {
            BinaryWriter out = new BinaryWriter();
            out.number(random.nextLong() >>> (1 + random.nextInt(63)));
            return out.bytes(0);
        }
        byte[] noise = new byte[1 + random.nextInt(4)];
        random.nextBytes(noise);
        return noise;
    }

    private static byte[] spliced(byte[] bytes, int at, int removed, byte... added) {
        byte[] result = Arrays.copyOf(bytes, bytes.length - removed + added.length);
        System.arraycopy(added, 0, result, at, added.length);
        System.arraycopy(bytes, at + removed, result, at + added.length, bytes.length - at - removed);
        return result;
    }
}

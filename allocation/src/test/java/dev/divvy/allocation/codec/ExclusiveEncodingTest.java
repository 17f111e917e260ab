package dev.divvy.allocation.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The encoding of an exclusive job. {@link FrozenEncodingTest} has the encoding of groups without one. */
class ExclusiveEncodingTest {

    private static final Incarnation STAYS = new Incarnation("n2", 1);
    private static final Incarnation AWAY = new Incarnation("n3", 300);
    private static final Roster TWO = Roster.of(Member.of("n1"), Member.of("n2").withIncarnation(1));

    /** The offset of the directives' flags in the encoding of {@link #jobOf} with an incarnation of the roster. */
    private static final int FLAGS = 34;

    private final Planner planner = new Planner(new Sticky(Sticky.Policy.RUNS));

    @Test
    void anExclusiveJobIsWrittenAndReadAsEver() {
        requireFrozen(jobOf(AWAY, false), """
                44767941 01
                05 626f617264 07
                02 0a
                03 00 02 6e31 01 01 32 01 01 33
                03 00 00 01 01 01 ac02
                00 01 03
                00 01 00 01 01
                02 02 00 01 00
                01 00
                01 07 01 00 01 01 01 00 01 00
                00
                01
                07 02 00 00 03 09 6e31206a6f696e6564 09 6e32206a6f696e6564
                1a 6578636c7573697665206a6f62206f66206e3320626567696e73
                f295da30
                """);
    }

    @Test
    void aJobInASuspendedGroupIsWrittenAndReadAsEver() {
        byte[] alone = AllocationCodec.write(jobOf(STAYS, false));
        byte[] both = AllocationCodec.write(jobOf(STAYS, true));
        assertThat(alone[FLAGS]).isEqualTo((byte) 2);
        assertThat(both[FLAGS]).isEqualTo((byte) 3);
        assertThat(both[FLAGS + 1]).as("the second of two incarnations").isEqualTo((byte) 1);
        assertThat(AllocationCodec.read(both).directives())
                .isEqualTo(Directives.NONE.suspend(true).exclusive(STAYS));
    }

    @Test
    void unknownFlagsAreRefused() {
        requireRefused("the flag byte of the directives is 4; the most is 3 (at byte " + FLAGS + ")", FLAGS, 4);
    }

    @Test
    void aJobOfAnIncarnationThatIsNotInTheTableIsRefused() {
        requireRefused(
                "the incarnation of the exclusive job is 2; the most is 1 (at byte " + (FLAGS + 1) + ")", FLAGS + 1, 2);
        requireRefused("the incarnation of the exclusive job is 127; the most is 1", FLAGS + 1, 127);
    }

    @Test
    void aJobWithoutAnyIncarnationIsRefused() {
        BinaryWriter out = new BinaryWriter();
        out.text("board");
        out.number(7);
        for (int part : new int[] {2, 10, 0, 0, 0, 2, 0}) {
            out.number(part);
        }
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> AllocationCodec.read(Resealed.around(out)))
                .withMessageContaining("the incarnation of the exclusive job");
    }

    @Test
    void aRemovedJobLeavesAnIncarnationThatNothingRefersTo() {
        byte[] bytes = AllocationCodec.write(jobOf(AWAY, false));
        int flags = FLAGS + 7;
        assertThat(bytes[flags]).isEqualTo((byte) 2);
        byte[] edited = Arrays.copyOf(bytes, bytes.length - 1);
        System.arraycopy(bytes, flags + 2, edited, flags + 1, bytes.length - flags - 2);
        edited[flags] = 0;
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> AllocationCodec.read(Resealed.of(edited)))
                .withMessageContaining("incarnation 2 is in its table, but nothing refers to it");
    }

    /** Returns an allocation at rest for the job of this incarnation, and suspended too if so requested. */
    private Allocation jobOf(Incarnation incarnation, boolean suspended) {
        Directives directives = Directives.NONE.suspend(suspended).exclusive(incarnation);
        return planner.first(new Version("board", 7), Tokens.wide(10), TWO, directives);
    }

    private void requireRefused(String message, int at, int value) {
        byte[] bytes = AllocationCodec.write(jobOf(STAYS, false));
        bytes[at] = (byte) value;
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> AllocationCodec.read(Resealed.of(bytes)))
                .withMessageContaining(message);
    }

    private static void requireFrozen(Allocation allocation, String hex) {
        byte[] frozen = HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
        assertThat(HexFormat.ofDelimiter(" ").formatHex(AllocationCodec.write(allocation)))
                .isEqualTo(HexFormat.ofDelimiter(" ").formatHex(frozen));
        assertThat(AllocationCodec.read(frozen)).isEqualTo(allocation);
    }
}

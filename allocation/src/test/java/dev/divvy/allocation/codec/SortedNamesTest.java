package dev.divvy.allocation.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SortedNamesTest {

    @Test
    void aNameIsWrittenAsWhatItDoesNotShareWithTheOneBefore() {
        BinaryWriter out = new BinaryWriter();
        SortedNames.write(out, List.of("orders-1", "orders-12", "orders-2"));
        assertThat(out.bytes(0)).isEqualTo("\3\0\10orders-1\10\0012\7\0012".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void namesThatShareHalfACharacterReadBackEqual() {
        List<String> names = List.of("\u00E8", "\u00E9", "\uD83D\uDE00", "\uD83D\uDE01", "\uFF5E", "\uFFFD");
        BinaryWriter out = new BinaryWriter();
        SortedNames.write(out, names);
        byte[] bytes = out.bytes(0);
        assertThat(SortedNames.read(new BinaryReader(bytes, 0, bytes.length), 6, 2, "units"))
                .isEqualTo(names);
    }

    @Test
    void whatIsNoSortedListOfNamesIsRefused() {
        requireRefused("is not after the one before", 2, 0, 1, 'b', 0, 1, 'a');
        requireRefused("is not after the one before", 1, 0, 0, 0);
        requireRefused("is not after the one before", 2, 0, 2, 'a', 'b', 1, 0, 0);
        requireRefused("shares more bytes with the one before than it claims", 2, 0, 2, 'a', 'b', 0, 2, 'a', 'c');
        requireRefused("is 3; the most is 2", 2, 0, 2, 'a', 'b', 3, 1, 'c');
        requireRefused("is not text in UTF-8", 1, 0, 1, 0xC3);
        requireRefused("is not text in UTF-8", 1, 0, 4, 0xEF, 0xBF, 0xBD, 0xFF);
        requireRefused("is not text in UTF-8", 1, 0, 2, 0xC1, 0x81);
        requireRefused("is not text in UTF-8", 1, 0, 3, 0xED, 0xA0, 0x80);
        requireRefused("the rest of a name is 13; the most is 12", 1, 0, 13, 'a');
        requireRefused("the rest of a name is 5, more than the 1 bytes", 1, 0, 5, 'a');
        requireRefused("is 4; the most is 3", 4, 0, 1, 'a');
        requireRefused("is 3, more than the 8 bytes", 3, 0, 1, 'a', 0, 1, 'b', 0, 1);
    }

    private static void requireRefused(String message, int... octets) {
        BinaryWriter out = new BinaryWriter();
        for (int octet : octets) {
            out.octet(octet);
        }
        byte[] bytes = out.bytes(0);
        assertThatExceptionOfType(CorruptAllocationException.class)
                .isThrownBy(() -> SortedNames.read(new BinaryReader(bytes, 0, bytes.length), 3, 4, "units"))
                .withMessageContaining(message);
    }
}

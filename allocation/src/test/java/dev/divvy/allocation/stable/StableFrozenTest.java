package dev.divvy.allocation.stable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.allocator.Cases;
import dev.divvy.allocation.hash.function.Xxh3;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The results of {@link Stable}, frozen: members of two releases must not disagree about the owners. */
class StableFrozenTest {

    @Test
    void twelveUnitsAmongThreeMembers() {
        Units units = Units.of("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay", "kite", "lynx");
        Roster roster = Roster.of(Member.of("ann"), Member.of("bob"), Member.of("eve"));
        assertThat(unitsByMember(units, roster))
                .containsExactly("ann: ant bee cat jay", "bob: elk fox gnu kite", "eve: dog hen ibis lynx");
    }

    @Test
    void twelveUnitsAmongThreeMembersOfWeightsOneTwoAndThree() {
        Units units = Units.of("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay", "kite", "lynx");
        Roster roster = Roster.of(
                Member.of("ann"),
                Member.of("bob").withWeight(2),
                Member.of("eve").withWeight(3));
        assertThat(unitsByMember(units, roster))
                .containsExactly("ann: bee jay", "bob: cat elk fox gnu", "eve: ant dog hen ibis kite lynx");
    }

    @Test
    void equalMembers() {
        assertThat(hashOf(Cases.units(5000), Cases.members(37))).isEqualTo("6ED5D5BB0CC5F30F");
        assertThat(hashOf(Tokens.redis(), Cases.members(100))).isEqualTo("34D00B5865E240D3");
    }

    @Test
    void membersOfManyWeights() {
        Roster few = Cases.weighted(1, 0, 3, 16, 7, 40, 1_000_000, 999_999, 2);
        assertThat(hashOf(Tokens.wide(5000), few)).isEqualTo("114F2768A8743E17");
        Roster many =
                Cases.weighted(IntStream.range(0, 200).map(i -> 1 + i % 10).toArray());
        assertThat(hashOf(Tokens.wide(16_384), many)).isEqualTo("77996F9F2FC9261F");
    }

    @Test
    void moreMembersThanPieces() {
        assertThat(hashOf(Cases.units(60), Cases.members(150))).isEqualTo("0E0598A8A1533B90");
    }

    /** Returns one line per member: its id and its units. */
    private static String[] unitsByMember(Units units, Roster roster) {
        Division division = Cases.divide(new Stable(), units, roster);
        String[] lines = new String[roster.size()];
        Arrays.setAll(lines, member -> {
            StringBuilder line = new StringBuilder(roster.get(member).id()).append(':');
            division.of(member).forEach(piece -> line.append(' ').append(units.name(piece)));
            return line.toString();
        });
        return lines;
    }

    private static String hashOf(Pieces pieces, Roster roster) {
        int[] owners = Cases.divide(new Stable(), pieces, roster).owners();
        ByteBuffer bytes = ByteBuffer.allocate(4 * owners.length).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(owners).forEach(bytes::putInt);
        return String.format("%016X", Xxh3.hash64(bytes.array()));
    }
}

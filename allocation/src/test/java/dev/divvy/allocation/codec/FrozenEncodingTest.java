package dev.divvy.allocation.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.replication.Heirs;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Encoded allocations on boards must stay readable: when a test here fails, the format needs a new version; do not change the bytes of the
 * test.
 */
class FrozenEncodingTest {

    private static final Roster ROSTER = Roster.of(
            new Member("n1", 300, Optional.of("east"), 1),
            new Member("n2", 0, Optional.of("west"), 2),
            new Member("n4", 7, Optional.empty(), 1));

    private static final List<EpochSummary> HISTORY = List.of(
            new EpochSummary(1, 2, 0, 0, List.of("n1 joined", "n2 joined")),
            new EpochSummary(200, 3, 3, 2, List.of("n4 joined")));

    @Test
    void tokensWithEverythingAreWrittenAndReadAsEver() {
        requireFrozen(tokensWithEverything(), """
                44767941 01
                05 626f617264 c801
                03 0c
                05 00 02 6e31 01 01 32 01 01 33 01 01 34 01 01 39
                05 00 ab02 00 00 01 00 01 05 01 07
                00 01 16
                02 00 04 65617374 00 04 77657374
                00 02 09
                00 02 19
                00
                02 00 02 3131 00 01 33 00 03 0c
                00 01 01 01 04
                00 02 95aafe
                02 01 c701
                00 01 02
                00 03 31
                00 02 08 00 02 0c 00 0a
                02 00 08 01
                02 00 02 7a7767 00 02 efdd91
                02
                01 02 00 00 02 09 6e31206a6f696e6564 09 6e32206a6f696e6564
                c701 03 03 02 01 09 6e34206a6f696e6564
                acbbbb30
                """);
    }

    @Test
    void heirsAreWrittenAndReadAsEver() {
        Allocation plain = tokensWithEverything();
        List<Incarnation> none = List.of();
        List<Incarnation> two = List.of(new Incarnation("n1", 299), new Incarnation("n8", 4));
        Heirs heirs = Heirs.of(List.of(
                none, none, none, none, none, none, none, none, none, two, two, List.of(new Incarnation("n2", 0))));
        Holders holders = plain.holders();
        requireFrozen(
                new Allocation(
                        plain.version(),
                        plain.pieces(),
                        plain.roster(),
                        plain.directives(),
                        new Holders(holders.division(), holders.tenures(), holders.copies(), heirs),
                        plain.history()),
                """
                44767941 02
                05 626f617264 c801
                03 0c
                06 00 02 6e31 01 01 32 01 01 33 01 01 34 01 01 38 01 01 39
                06 00 ab02 00 00 01 00 01 05 01 07 01 04
                00 01 16
                02 00 04 65617374 00 04 77657374
                00 02 09
                00 02 19
                00
                02 00 02 3131 00 01 33 00 03 0d
                00 01 01 01 04
                00 02 95aafe
                02 01 c701
                00 01 02
                00 03 31
                00 02 08 00 02 0c 00 0a
                02 00 08 01
                02 00 02 7a7767 00 02 efdd91
                01 03 00 02 18 00 03 a800 00 02 000094
                02
                01 02 00 00 02 09 6e31206a6f696e6564 09 6e32206a6f696e6564
                c701 03 03 02 01 09 6e34206a6f696e6564
                df9a67b9
                """);
    }

    @Test
    void restrictionsAreWrittenAndReadAsEver() {
        Tenure restricted = new Tenure(9, Optional.of(new Incarnation("n2", 0)), Rule.RESTRICTED, List.of());
        Roster roster = Roster.of(
                Member.of("n1").restrictedTo(Runs.parse("0-1, 3")),
                Member.of("n2"),
                Member.of("n4").restrictedTo(Runs.parse("0-1, 3")));
        requireFrozen(
                new Allocation(
                        new Version("board", 9),
                        Tokens.sql(4),
                        roster,
                        Directives.NONE,
                        new Holders(Division.ofOwners(3, 0, 0, 1, 2), Tenures.all(4, restricted)),
                        List.of()),
                """
                44767941 03
                05 626f617264 09
                01 04
                03 00 02 6e31 01 01 32 01 01 34
                03 00 00 01 00 01 00
                01 01 00 01 00 01 01
                01 00 06 302d312c2033 00 01 05
                00 00 01 00 00
                02 e5 01 09 01 02 01 0c 01 00 01 00
                00 00 00
                5a82df72
                """);
    }

    @Test
    void suspendedUnitsAreWrittenAndReadAsEver() {
        Pieces units =
                Units.of("zürich/orders", "zürich/orders-2", "zürich/ordering", "a\uD83D\uDE00", "a\uD83D\uDE01");
        Tenure unowned = new Tenure(9, Optional.of(new Incarnation("n2", 0)), Rule.SUSPENDED, List.of());
        requireFrozen(
                new Allocation(
                        new Version("ω", 9),
                        units,
                        ROSTER,
                        Directives.NONE.suspend(true),
                        new Holders(Division.ofOwners(3, -1, -1, -1, -1, -1), Tenures.all(5, unowned)),
                        List.of()),
                """
                44767941 01
                02 cf89 09
                00 05 00 05 61f09f9880 04 01 81 00 10 7ac3bc726963682f6f72646572696e67 0d 01 73 0e 02 2d32
                03 00 02 6e31 01 01 32 01 01 34
                03 00 ac02 01 00 01 07
                01 01
                02 00 04 65617374 00 04 77657374
                00 02 09
                00 02 19
                01 00 01 00
                01 00
                01 09 01 02 01 0a 01 00 01 00
                00
                00
                ac8ffdd5
                """);
    }

    /** A small allocation in which no part is empty. */
    static Allocation tokensWithEverything() {
        Tenure moved = new Tenure(
                200,
                Optional.of(new Incarnation("n1", 299)),
                Rule.EVEN_SHARES,
                List.of(new Releaser(new Incarnation("n1", 299), 200), new Releaser(new Incarnation("n3", 5), 190)));
        Tenures tenures =
                Tenures.all(12, Tenure.neverOwned(1)).change().set(9, 11, moved).done();
        Copies copies = Copies.of(2, 1, 2, 1, 2, 2, 1, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, -1, 1, 0, 0, 1);
        return new Allocation(
                new Version("board", 200),
                Tokens.redis(12),
                ROSTER,
                Directives.NONE.pin("3", "n2").pin("11", "n9").weigh("n1", 4),
                new Holders(Division.ofOwners(3, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2), tenures, copies, Heirs.NOT_KEPT),
                HISTORY);
    }

    private static void requireFrozen(Allocation allocation, String hex) {
        byte[] frozen = HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
        assertThat(HexFormat.ofDelimiter(" ").formatHex(AllocationCodec.write(allocation)))
                .isEqualTo(HexFormat.ofDelimiter(" ").formatHex(frozen));
        assertThat(AllocationCodec.read(frozen)).isEqualTo(allocation);
    }
}

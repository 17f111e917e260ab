package dev.divvy.allocation.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Cases;
import dev.divvy.allocation.hash.function.Xxh3;
import dev.divvy.allocation.plan.Allocators;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hashes of whole results. The choice of hash and of the order of ties was free; no release may change a result. */
class FrozenAnswersTest {

    @ParameterizedTest
    @CsvSource({
        "ring, 7E388BBB965F90EA",
        "token-chunks, AFC15C809D38805F",
        "modulo, 236E5F723AEC97E3",
        "hash-ring, C5E629D0EF1DC66A",
        "rendezvous, 49B713C3C1B4F3F1"
    })
    void theAnswerForEqualMembersIsFrozen(String allocator, String hash) {
        Division division = Cases.divide(Allocators.byName(allocator), Cases.units(5000), Cases.members(37));
        assertThat(hashOf(division)).isEqualTo(hash);
    }

    @ParameterizedTest
    @CsvSource({
        "ring, 267CA6226771113E",
        "token-chunks, 456A8F6FB3CE7939",
        "modulo, E58C4D6A179F6842",
        "hash-ring, B8A34FA683F19C82",
        "rendezvous, 43047C54BAAFBFE3"
    })
    void theAnswerForMembersOfManyWeightsIsFrozen(String allocator, String hash) {
        Roster roster = Cases.weighted(1, 0, 3, 16, 7, 40, 1_000_000, 999_999, 2);
        Division division = Cases.divide(Allocators.byName(allocator), Tokens.wide(5000), roster);
        assertThat(hashOf(division)).isEqualTo(hash);
    }

    @ParameterizedTest
    @CsvSource({
        "ring, 40961AD497E132F2",
        "token-chunks, 959D4FF1AC4D6940",
        "modulo, AD5223B3AF0AE909",
        "hash-ring, 883E016E62DEEECB",
        "rendezvous, B6E4B4E61443B0A3"
    })
    void theAnswerAfterAHistoryIsFrozen(String name, String hash) {
        Allocator allocator = Allocators.byName(name);
        Allocation allocation = Cases.first(allocator, Tokens.wide(1000), Cases.members(5));
        for (int i = 0; i < 40; i++) {
            Roster roster = allocation.roster();
            String toggled = Cases.id(i * i % 11);
            allocation = Cases.next(
                    allocator,
                    allocation,
                    roster.find(toggled).isPresent() ? roster.without(toggled) : roster.with(Member.of(toggled)));
        }
        assertThat(hashOf(allocation.division())).isEqualTo(hash);
    }

    private static String hashOf(Division division) {
        int[] owners = division.owners();
        ByteBuffer bytes = ByteBuffer.allocate(4 * owners.length).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(owners).forEach(bytes::putInt);
        return String.format("%016X", Xxh3.hash64(bytes.array()));
    }
}

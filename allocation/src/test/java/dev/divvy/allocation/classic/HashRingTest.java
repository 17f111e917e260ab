package dev.divvy.allocation.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Cases;
import dev.divvy.allocation.support.PieceHashes;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HashRingTest {

    private static final long SEED = 4;

    private final HashRing ring = new HashRing();

    @Test
    void onlyALeaversPiecesMoveAndOnlyToAJoiner() {
        OnlyTheChangedMember.moves(ring, Tokens.wide(1000), 1, SEED);
        OnlyTheChangedMember.moves(ring, Cases.units(700), 16, SEED);
    }

    @Test
    void aboveTheHeaviestWeightThisHoldsWhileTheHeaviestStays() {
        Roster roster = Cases.weighted(40, 5000, 10_000, 10_000);
        OnlyTheChangedMember.gainsOnAJoin(
                ring, Tokens.wide(1000), roster, Member.of("late").withWeight(9999));
    }

    @Test
    void loadsAreNearTheSharesAndNotExact() {
        int[] equal = Cases.divide(ring, Tokens.wide(10_000), Cases.members(10)).counts();
        assertThat(Arrays.stream(equal).distinct().count()).isGreaterThan(2);
        for (int count : equal) {
            assertThat(count).isBetween(750, 1250);
        }
        int[] weighted = Cases.divide(ring, Tokens.wide(10_000), Cases.weighted(1, 2, 3, 4))
                .counts();
        for (int member = 0; member < 4; member++) {
            assertThat(weighted[member]).isBetween(750 * (member + 1), 1250 * (member + 1));
        }
    }

    @Test
    void sharesKeepTheirProportionAtTheLargestWeights() {
        int[] counts = Cases.divide(ring, Tokens.wide(10_000), Cases.weighted(1_000_000, 500_000, 1_000_000, 1))
                .counts();
        assertThat(counts[1]).isBetween(1700, 2300);
        assertThat(counts[3]).isLessThan(20);
        assertThat(Cases.divide(ring, Tokens.wide(500), Cases.weighted(160_000, 160_000)))
                .isEqualTo(Cases.divide(ring, Tokens.wide(500), Cases.weighted(16, 16)));
    }

    @Test
    void theResultIsThatOfASlowReferenceImplementation() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 60; i++) {
            Pieces pieces = i % 2 == 0 ? Cases.units(random.nextInt(60)) : Tokens.wide(random.nextInt(1, 60));
            AllocationRequest request = Cases.request(pieces, Cases.weighted(random.nextInt(1, 9), 0, 3, random));
            assertThat(ring.allocate(request))
                    .as("seed %d, case %d: %s among %s", SEED, i, pieces, request.roster())
                    .isEqualTo(reference(request));
        }
    }

    private static Division reference(AllocationRequest request) {
        int[] owners = new int[request.pieces().count()];
        for (int piece = 0; piece < owners.length; piece++) {
            long key = request.pieces().key(piece);
            long nearest = -1;
            owners[piece] = Division.NO_MEMBER;
            for (int member : request.eligible()) {
                Member candidate = request.roster().get(member);
                for (int i = 1; i <= 160 * candidate.weight(); i++) {
                    long distance = PieceHashes.mix(PieceHashes.of(candidate), i) - key;
                    if (owners[piece] == Division.NO_MEMBER || Long.compareUnsigned(distance, nearest) < 0) {
                        nearest = distance;
                        owners[piece] = member;
                    }
                }
            }
        }
        return Division.ofOwners(request.roster().size(), owners);
    }
}

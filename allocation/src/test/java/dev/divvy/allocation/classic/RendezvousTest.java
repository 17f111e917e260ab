package dev.divvy.allocation.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Cases;
import dev.divvy.allocation.support.PieceHashes;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RendezvousTest {

    private static final long SEED = 5;

    private final Rendezvous rendezvous = new Rendezvous();

    @Test
    void onlyALeaversPiecesMoveAndOnlyToAJoiner() {
        OnlyTheChangedMember.moves(rendezvous, Tokens.wide(1000), 1, SEED);
        OnlyTheChangedMember.moves(rendezvous, Cases.units(700), 10, SEED);
    }

    @Test
    void aJoinerOfAnotherWeightTakesPiecesFromMembersThatWereEqual() {
        OnlyTheChangedMember.gainsOnAJoin(
                rendezvous,
                Tokens.wide(5000),
                Cases.weighted(3, 3, 3, 3),
                Member.of("late").withWeight(2));
    }

    @Test
    void aHeavierMemberOnlyGainsAndALighterOneOnlyLoses() {
        Allocation before = Cases.first(rendezvous, Tokens.wide(1000), Cases.weighted(2, 3, 4, 5));
        Roster heavier = Cases.weighted(2, 6, 4, 5);
        Allocation after = Cases.next(rendezvous, before, heavier);
        assertThat(after.movesSince(before))
                .isNotEmpty()
                .allMatch(move -> move.to().equals(Optional.of("m001")));
        Allocation back = Cases.next(rendezvous, after, before.roster());
        assertThat(back.movesSince(after))
                .isNotEmpty()
                .allMatch(move -> move.from().equals(Optional.of("m001")));
    }

    @Test
    void equalWeightsGiveTheSameAnswerWhateverTheyAre() {
        Division ones = Cases.divide(rendezvous, Tokens.wide(2000), Cases.weighted(1, 1, 1, 1));
        assertThat(Cases.divide(rendezvous, Tokens.wide(2000), Cases.weighted(7, 7, 7, 7)))
                .isEqualTo(ones);
    }

    @Test
    void loadsAreNearTheSharesAndNotExact() {
        int[] equal =
                Cases.divide(rendezvous, Tokens.wide(10_000), Cases.members(10)).counts();
        assertThat(Arrays.stream(equal).distinct().count()).isGreaterThan(2);
        for (int count : equal) {
            assertThat(count).isBetween(880, 1120);
        }
        int[] weighted = Cases.divide(rendezvous, Tokens.wide(10_000), Cases.weighted(1, 2, 3, 4))
                .counts();
        for (int member = 0; member < 4; member++) {
            assertThat(weighted[member]).isBetween(1000 * (member + 1) - 150, 1000 * (member + 1) + 150);
        }
        int[] extreme = Cases.divide(rendezvous, Tokens.wide(10_000), Cases.weighted(1, 1_000_000))
                .counts();
        assertThat(extreme[0]).isLessThan(3);
    }

    @Test
    void theResultIsThatOfASlowReferenceImplementation() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 200; i++) {
            Pieces pieces = i % 2 == 0 ? Cases.units(random.nextInt(99)) : Tokens.wide(random.nextInt(1, 99));
            int most = new int[] {1, 2, 10, 1_000_000}[i % 4];
            AllocationRequest request = Cases.request(pieces, Cases.weighted(random.nextInt(1, 30), 0, most, random));
            assertThat(rendezvous.allocate(request))
                    .as("seed %d, case %d: %s among %s", SEED, i, pieces, request.roster())
                    .isEqualTo(reference(request));
        }
    }

    private static Division reference(AllocationRequest request) {
        int[] owners = new int[request.pieces().count()];
        for (int piece = 0; piece < owners.length; piece++) {
            double best = 0;
            owners[piece] = Division.NO_MEMBER;
            for (int member : request.eligible()) {
                Member candidate = request.roster().get(member);
                long hash = PieceHashes.mix(request.pieces().key(piece), PieceHashes.of(candidate));
                double u = ((hash >>> 12) + 0.5) / 0x1p52;
                double score = -StrictMath.log(u) / candidate.weight();
                if (owners[piece] == Division.NO_MEMBER || score < best) {
                    best = score;
                    owners[piece] = member;
                }
            }
        }
        return Division.ofOwners(request.roster().size(), owners);
    }
}

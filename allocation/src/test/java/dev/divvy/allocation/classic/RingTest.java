package dev.divvy.allocation.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Cases;
import dev.divvy.allocation.support.PieceHashes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RingTest {

    private static final long SEED = 2;

    private final Ring ring = new Ring();

    /** Three services and six units, two for each. The assignment depends on the hash and is frozen. */
    @Test
    void sixUnitsGoToThreeServicesInPairs() {
        Units units = Units.of("workunit1", "workunit2", "workunit3", "workunit4", "workunit5", "workunit6");
        Roster services = Roster.of(Member.of("service1"), Member.of("service2"), Member.of("service3"));
        Division division = Cases.divide(ring, units, services);
        assertThat(division.counts()).containsExactly(2, 2, 2);
        assertThat(Cases.owners(division, services))
                .containsExactly("service3", "service1", "service2", "service2", "service3", "service1");
    }

    @Test
    void everyServiceHasTheSameNumberOfUnitsOrOneMoreAndTheFirstByIdHaveTheMore() {
        for (int members = 1; members <= 40; members++) {
            for (int count : new int[] {0, 1, 7, 40, 41, 99, 200}) {
                int each = count / members;
                int more = count % members;
                assertThat(Cases.divide(ring, Cases.units(count), Cases.members(members))
                                .counts())
                        .as("%d units for %d services", count, members)
                        .isEqualTo(IntStream.range(0, members)
                                .map(member -> each + (member < more ? 1 : 0))
                                .toArray());
            }
        }
    }

    @Test
    void weightsAboveZeroCountAlike() {
        Division equal = Cases.divide(ring, Cases.units(50), Cases.members(4));
        assertThat(Cases.divide(ring, Cases.units(50), Cases.weighted(1, 5, 100, 1_000_000)))
                .isEqualTo(equal);
    }

    @Test
    void pinnedUnitsTakeNoTurn() {
        Directives pins = Directives.NONE.pin("u1", "m000").pin("u2", "m000").pin("u3", "m000");
        AllocationRequest request = AllocationRequest.of(Cases.units(11), Cases.members(4), pins, Optional.empty());
        assertThat(ring.allocate(request).counts()).containsExactly(3 + 2, 2, 2, 2);
    }

    @Test
    void theResultIsThatOfASlowReferenceImplementation() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 150; i++) {
            Pieces pieces = i % 2 == 0 ? Cases.units(random.nextInt(40)) : Tokens.wide(random.nextInt(1, 40));
            AllocationRequest request = Cases.request(pieces, Cases.weighted(random.nextInt(1, 9), 0, 2, random));
            assertThat(ring.allocate(request))
                    .as("seed %d, case %d: %s among %s", SEED, i, pieces, request.roster())
                    .isEqualTo(reference(request));
        }
    }

    private record Point(long hash, int unit) {}

    private static Division reference(AllocationRequest request) {
        List<Point> circle = new ArrayList<>();
        for (int unit = 0; unit < request.pieces().count(); unit++) {
            for (int i = 1; i <= 50; i++) {
                circle.add(new Point(PieceHashes.mix(request.pieces().key(unit), i), unit));
            }
        }
        int[] owners = new int[request.pieces().count()];
        Arrays.fill(owners, Division.NO_MEMBER);
        int[] services = request.eligible();
        for (int turn = 0; services.length > 0 && !circle.isEmpty(); turn++) {
            int service = services[turn % services.length];
            long own = PieceHashes.of(request.roster().get(service));
            Point nearest = circle.stream()
                    .min((a, b) -> Long.compareUnsigned(a.hash - own, b.hash - own))
                    .orElseThrow();
            owners[nearest.unit] = service;
            circle.removeIf(point -> point.unit == nearest.unit);
        }
        return Division.ofOwners(request.roster().size(), owners);
    }
}

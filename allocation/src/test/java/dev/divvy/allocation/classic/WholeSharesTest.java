package dev.divvy.allocation.classic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.allocator.Cases;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WholeSharesTest {

    private final WholeShares rule = new WholeShares();

    /** The expected table is the one in the test of the other Distributor: TestPutToMatchingTable in its distributor_test.go. */
    @Test
    void theTableIsTheOneThatTheOtherDistributorTests() {
        assertThat(owners(3, List.of("work1", "work2", "work3"))).containsExactly("service2", "service1", "service3");
    }

    /** From a second implementation, in Python, of the hash ring that the other Distributor uses. */
    @Test
    void theLastServiceTakesTheRemainderToo() {
        List<String> units =
                IntStream.rangeClosed(1, 8).mapToObj(i -> "workunit" + i).toList();
        assertThat(owners(3, units))
                .containsExactly(
                        "service1", "service2", "service3", "service2", "service3", "service3", "service3", "service1");
    }

    @Test
    void theSharesAreThoseOfTheOtherDistributor() {
        assertThat(counts(4, 11)).containsExactly(2, 2, 2, 5);
        assertThat(counts(5, 9)).as("the last one of n has n - 1 more").containsExactly(1, 1, 1, 1, 5);
        assertThat(counts(4, 4)).containsExactly(1, 1, 1, 1);
        assertThat(counts(5, 3)).as("fewer units than services").containsExactly(1, 1, 1, 0, 0);
        assertThat(counts(3, 0)).containsExactly(0, 0, 0);
    }

    @Test
    void otherUnitsAreNotDividedByTheCircleOfTheFormerOnes() {
        List<String> first = owners(3, List.of("work1", "work2", "work3"));
        owners(3, List.of("a", "b", "c"));
        assertThat(owners(3, List.of("work1", "work2", "work3"))).isEqualTo(first);
    }

    private List<String> owners(int services, List<String> units) {
        Roster roster = Roster.of(IntStream.rangeClosed(1, services)
                .mapToObj(i -> Member.of("service" + i))
                .toList());
        Division division = Cases.divide(rule, Units.of(units), roster);
        return Cases.owners(division, roster);
    }

    private int[] counts(int services, int units) {
        return Cases.divide(rule, Cases.units(units), Cases.members(services)).counts();
    }
}

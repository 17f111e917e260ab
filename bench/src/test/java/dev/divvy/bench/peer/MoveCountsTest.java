package dev.divvy.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.bench.members.Churn;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MoveCountsTest {

    private static final int PIECES = 500;
    private static final long SEED = 7;

    static Stream<Rebalancer<?>> all() {
        return Stream.of(new DivvySticky(), new InfinispanDefault(), new KafkaSticky());
    }

    @ParameterizedTest
    @MethodSource("all")
    void allThreeMeetTheBoundAndStayEven(Rebalancer<?> rebalancer) {
        MoveCounts counts = MoveCounts.of(rebalancer, PIECES, walk());
        assertThat(counts.moved()).as("seed %d", SEED).isPositive().isEqualTo(counts.bound());
        assertThat(counts.spread()).as("seed %d", SEED).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyPieceHasAnOwnerAmongTheMembers(Rebalancer<?> rebalancer) {
        ownersAreMembers(rebalancer, walk());
    }

    private static <S> void ownersAreMembers(Rebalancer<S> rebalancer, List<List<String>> walk) {
        S state = rebalancer.first(PIECES, walk.get(0));
        for (List<String> members : walk) {
            state = rebalancer.settle(rebalancer.change(state, members), members);
            assertThat(Arrays.asList(rebalancer.owners(state)))
                    .as("seed %d", SEED)
                    .hasSize(PIECES)
                    .hasSameElementsAs(members);
        }
    }

    @Test
    void theBoundCountsWhatCannotStay() {
        assertThat(MoveCounts.bound(held(5, 5, 0), 10)).isEqualTo(3);
        assertThat(MoveCounts.bound(held(4, 3, 3), 10)).isZero();
        assertThat(MoveCounts.bound(held(3, 3), 10)).as("a leaver had four").isEqualTo(4);
    }

    private static Map<String, Integer> held(int... counts) {
        Map<String, Integer> held = new TreeMap<>();
        for (int count : counts) {
            held.put("m" + held.size(), count);
        }
        return held;
    }

    private static List<List<String>> walk() {
        Churn churn = new Churn(SEED);
        return churn.walk(churn.members(12), 30).stream().map(Churn::ids).toList();
    }
}

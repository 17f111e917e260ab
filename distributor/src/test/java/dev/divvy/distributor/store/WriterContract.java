package dev.divvy.distributor.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.DistributionChange;
import dev.divvy.distributor.table.UnitHandovers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of a store for successive writers: one at a time may write, and no former one. */
interface WriterContract extends StoreContractFixture {

    int RACERS = 8;

    @Test
    default void aWriterThatReleasedItsHoldIsRejectedAndChangesNothing() throws InterruptedException {
        TestWriter writer = writer("w");
        writer.replace(Changes.to(read(), Map.of("a", "u1")));
        Distribution stored = read();

        writer.release();

        assertThat(writer.replace(next(stored))).isFalse();
        assertThat(read()).isEqualTo(stored);
    }

    @Test
    default void anEjectedWriterIsRejectedAndChangesNothing() throws InterruptedException {
        TestWriter writer = writer("w");
        writer.replace(Changes.to(read(), Map.of("a", "u1")));
        Distribution stored = read();

        writer.eject();

        assertThat(writer.replace(next(stored))).isFalse();
        assertThat(read()).isEqualTo(stored);
    }

    @Test
    default void theNextWriterWritesAndThePreviousOneIsRejected() throws InterruptedException {
        TestWriter before = writer("before");
        before.replace(Changes.to(read(), Map.of("a", "u1")));
        before.release();
        TestWriter after = writer("after");
        Distribution stored = read();

        assertThat(before.replace(next(stored))).isFalse();
        assertThat(after.replace(next(stored))).isTrue();
        assertThat(before.replace(next(read()))).isFalse();
        assertThat(read().table()).isEqualTo(AssignmentTable.of(Map.of("b", "u1")));
    }

    private static DistributionChange next(Distribution current) {
        return Changes.to(current, Map.of("b", "u1"), UnitHandovers.of(Map.of("b,u1", "2@a")));
    }

    @Test
    default void ofManyChangesFromOneVersionExactlyOneIsApplied() throws Exception {
        TestWriter writer = writer("w");
        for (int round = 0; round < 5; round++) {
            Distribution basis = read();
            List<DistributionChange> changes = new ArrayList<>();
            for (int racer = 0; racer < RACERS; racer++) {
                String service = "r" + round + "-" + racer;
                changes.add(Changes.to(basis, Map.of(service, "u1"), UnitHandovers.of(Map.of(service + ",u1", "1@x"))));
            }

            List<Boolean> applied = ConcurrentCalls.run(changes.stream()
                    .map(change -> (Callable<Boolean>) () -> writer.replace(change))
                    .toList());

            List<DistributionChange> winners = IntStream.range(0, RACERS)
                    .filter(applied::get)
                    .mapToObj(changes::get)
                    .toList();
            assertThat(winners).as("applied in round %d", round).hasSize(1);
            DistributionChange winner = winners.get(0);
            assertThat(read().table()).isEqualTo(AssignmentTable.of(winner.put()));
            assertThat(read().handovers()).isEqualTo(winner.handovers());
            assertThat(read().version()).hasValue(winner.next());
        }
    }
}

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

/** Who may write the table: one at a time, and nobody whose time is over. */
interface WriterDuties extends StoreSetting {

    int RACERS = 8;

    @Test
    default void whoLetGoOfTheTableIsRefusedAndChangesNothing() throws InterruptedException {
        TestWriter writer = writer("w");
        writer.replace(Changes.to(read(), Map.of("a", "u1")));
        Distribution hangs = read();

        writer.letGo();

        assertThat(writer.replace(next(hangs))).isFalse();
        assertThat(read()).isEqualTo(hangs);
    }

    @Test
    default void whoWasTakenOffTheBoardIsRefusedAndChangesNothing() throws InterruptedException {
        TestWriter writer = writer("w");
        writer.replace(Changes.to(read(), Map.of("a", "u1")));
        Distribution hangs = read();

        writer.takeOff();

        assertThat(writer.replace(next(hangs))).isFalse();
        assertThat(read()).isEqualTo(hangs);
    }

    @Test
    default void theNextWriterWritesAndTheOneBeforeIsRefused() throws InterruptedException {
        TestWriter before = writer("before");
        before.replace(Changes.to(read(), Map.of("a", "u1")));
        before.letGo();
        TestWriter after = writer("after");
        Distribution hangs = read();

        assertThat(before.replace(next(hangs))).isFalse();
        assertThat(after.replace(next(hangs))).isTrue();
        assertThat(before.replace(next(read()))).isFalse();
        assertThat(read().table()).isEqualTo(AssignmentTable.of(Map.of("b", "u1")));
    }

    private static DistributionChange next(Distribution sheet) {
        return Changes.to(sheet, Map.of("b", "u1"), UnitHandovers.of(Map.of("b,u1", "2@a")));
    }

    @Test
    default void ofManyFromOneSheetExactlyOneIsTaken() throws Exception {
        TestWriter writer = writer("w");
        for (int round = 0; round < 5; round++) {
            Distribution basis = read();
            List<DistributionChange> changes = new ArrayList<>();
            for (int racer = 0; racer < RACERS; racer++) {
                String service = "r" + round + "-" + racer;
                changes.add(Changes.to(basis, Map.of(service, "u1"), UnitHandovers.of(Map.of(service + ",u1", "1@x"))));
            }

            List<Boolean> taken = Race.run(changes.stream()
                    .map(change -> (Callable<Boolean>) () -> writer.replace(change))
                    .toList());

            List<DistributionChange> winners = IntStream.range(0, RACERS)
                    .filter(taken::get)
                    .mapToObj(changes::get)
                    .toList();
            assertThat(winners).as("taken in round %d", round).hasSize(1);
            DistributionChange winner = winners.get(0);
            assertThat(read().table()).isEqualTo(AssignmentTable.of(winner.put()));
            assertThat(read().motions()).isEqualTo(winner.motions());
            assertThat(read().version()).hasValue(winner.next());
        }
    }
}

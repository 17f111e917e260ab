package dev.divvy.outbox.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.ProcessorSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One lane that nobody empties, and one with room. */
class SweepTest {

    private static final ProcessorSettings HOW =
            ProcessorSettings.DEFAULT.withBatchSize(10).withWorkers(2);
    private static final int PAGES = 12;

    private final Lane slow = new Lane(10);
    private final Lane idle = new Lane(10);
    private final List<Long> pauses = new ArrayList<>();
    private boolean rings;

    private Sweep sweep(HeldTable table) {
        return new Sweep(table.source(), List.of(slow, idle), new Crowds(), nanos -> {
            pauses.add(nanos);
            return rings;
        });
    }

    /** All in the slow lane, but the last. */
    private static HeldTable table() throws Exception {
        HeldTable table = new HeldTable(HOW);
        int number = 0;
        for (int rows = 0; rows < PAGES * Sweep.pageSize(HOW); number++) {
            if (Sweep.laneOf(HeldTable.hash(number), 2) == 0) {
                table.insert(HeldTable.hash(number), "PENDING", 0);
                rows++;
            }
        }
        while (Sweep.laneOf(HeldTable.hash(number), 2) == 0) {
            number++;
        }
        table.insert(HeldTable.hash(number), "PENDING", 0);
        return table;
    }

    @Test
    void theReaderRestsAmongWhatASlowLaneHasNoRoomForAndStillComesToTheOthers() throws Exception {
        HeldTable table = table();
        assertThat(sweep(table).run()).as("something was taken").isTrue();
        assertThat(idle.take(10, 1000)).hasSize(1);
        assertThat(pauses).hasSizeBetween(PAGES / 4 - 1, PAGES / 4 + 1);
        assertThat(pauses).allSatisfy(nanos -> assertThat(nanos).isBetween(1L, TimeUnit.SECONDS.toNanos(1)));
        assertThat(table.source().counters().read())
                .as("each row is read about once a sweep")
                .isLessThan((PAGES + 2L) * Sweep.pageSize(HOW));
    }

    @Test
    void whatTheBellRangForMeanwhileIsNotForgotten() throws Exception {
        HeldTable table = table();
        sweep(table).run();
        assertThat(sweep(table).run()).as("all is under way or refused").isFalse();
        rings = true;
        assertThat(sweep(table).run()).isTrue();
    }
}

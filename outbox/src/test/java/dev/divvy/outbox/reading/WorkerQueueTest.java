package dev.divvy.outbox.reading;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WorkerQueueTest {

    private static final int SEEDS = Integer.getInteger("divvy.queue.seeds", 2_000);

    @Test
    void noRowIsHandledTwiceAtOnceNorBeforeAnEarlierVisibleOne() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            QueueSimulation simulation = new QueueSimulation(seed, new Random(seed));
            simulation.run(400);
            simulation.finish();
        }
    }
}

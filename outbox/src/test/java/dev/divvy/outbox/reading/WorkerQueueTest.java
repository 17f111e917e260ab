package dev.divvy.outbox.reading;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WorkerQueueTest {

    private static final int SEEDS = Integer.getInteger("divvy.queue.seeds", 2_000);

    @Test
    void nothingIsHandledTwiceAtOnceNorBeforeWhatWasVisibleBeforeIt() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            QueuePlay play = new QueuePlay(seed, new Random(seed));
            play.play(400);
            play.calmDown();
        }
    }
}

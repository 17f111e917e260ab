package dev.divvy.outbox.work;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LaneTest {

    private static final int SEEDS = Integer.getInteger("divvy.lane.seeds", 2_000);

    @Test
    void whateverTheReaderSawNothingIsHandledTwiceAtOnceNorBeforeWhatWasVisibleBeforeIt() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            LanePlay play = new LanePlay(seed, new Random(seed));
            play.play(400);
            play.calmDown();
        }
    }
}

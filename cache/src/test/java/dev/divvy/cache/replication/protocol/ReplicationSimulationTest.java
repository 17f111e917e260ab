package dev.divvy.cache.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.replication.protocol.Scope.Freedom;
import org.junit.jupiter.api.Test;

/** Random histories of many incarnations keep the invariants under many faults, and come to rest when the faults end. */
class ReplicationSimulationTest {

    private static final long FIRST_SEED = Long.getLong("divvy.seed", 1);
    private static final int FAULTS = Boolean.getBoolean("divvy.long") ? 2_000_000 : 100_000;
    private static final int LENGTH = 160;

    @Test
    void randomHistoriesKeepTheInvariants() {
        int faults = 0;
        int losses = 0;
        long seed = FIRST_SEED;
        for (; faults < FAULTS; seed++) {
            RandomWalk.Result result = new RandomWalk(scope(seed), Mistake.NONE, seed, LENGTH).run();
            long failed = seed;
            assertThat(result.violation())
                    .withFailMessage(() -> result.violation().orElse("") + " with -Ddivvy.seed=" + failed + " after "
                            + result.trace().size() + " steps")
                    .isEmpty();
            faults += result.faults();
            losses += result.losses();
        }
        assertThat(losses).as("tokens lost to more faults than copies").isPositive();
    }

    /** Different numbers of copies and members, and every source of delay. */
    private static Scope scope(long seed) {
        int backups = (int) (seed % 3);
        Scope scope = Scope.of(Lives.MOST, backups, 12)
                .members(Math.max(2, backups + 1))
                .commands(12, 8)
                .faults(3, 3, 40);
        scope = seed % 5 == 0 ? scope.with(Freedom.FEWER_COPIES) : scope;
        return seed % 2 == 0 ? scope.with(Freedom.LATE_MESSAGES) : scope;
    }
}

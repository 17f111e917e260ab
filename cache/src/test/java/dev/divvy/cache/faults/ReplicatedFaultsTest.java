package dev.divvy.cache.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cache.faults.AppendJudge.Violation;
import dev.divvy.cache.faults.AppendJudge.Wrong;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nodes as processes with backups, under random faults, while clients append words and read them: no answered write is lost, and no read
 * is stale. {@code -Ddivvy.seed} repeats the faults of a run, {@code -Ddivvy.rounds} sets their number in the long test.
 */
class ReplicatedFaultsTest {

    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(2);

    private final long seed = Long.getLong("divvy.seed", System.nanoTime() & 0xFFFFFF);

    @Test
    void killsPausesAndLeavesLoseNothingWithOneBackup() throws Exception {
        try (FaultRounds rounds = new FaultRounds(3, 1, TIME_TO_LIVE, seed)) {
            rounds.run(Fault.PAUSE_OF_THE_OLDEST);
            rounds.run(Fault.KILL);
            rounds.run(Fault.PAUSE);
            rounds.runLast(Fault.LEAVE);
            assertThat(rounds.passed())
                    .as("rounds without chance faults; seed " + seed)
                    .isPositive();
        }
    }

    @Test
    void withoutBackupsAKillIsJudgedAsALoss() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.replicated(2, TIME_TO_LIVE, 0);
                AppendWorkload workload = new AppendWorkload("k", cluster.addresses(), 2, 400, seed)) {
            cluster.startAll();
            workload.begin();
            workload.awaitAnswers(300);
            cluster.kill(2);
            cluster.awaitSettled();
            workload.end();
            assertThat(workload.judge()).extracting(Violation::wrong).contains(Wrong.LACKS_ANSWERED);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void randomFaultsLoseNothing(int backups) throws Exception {
        Random random = new Random(seed);
        List<Fault> faults = List.of(Fault.values());
        int count = Integer.getInteger("divvy.rounds", 20);
        try (FaultRounds rounds = new FaultRounds(3 + backups, backups, TIME_TO_LIVE, seed)) {
            for (int round = 0; round < count; round++) {
                rounds.run(faults.get(random.nextInt(faults.size())));
            }
            assertThat(rounds.passed())
                    .as("rounds without chance faults; seed " + seed)
                    .isPositive();
        }
    }
}

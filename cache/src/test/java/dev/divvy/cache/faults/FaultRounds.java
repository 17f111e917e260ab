package dev.divvy.cache.faults;

import dev.divvy.cache.faults.AppendJudge.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rounds of one fault each on a cluster of processes, with clients. A round begins with a settled cluster of all nodes, and ends with one;
 * then all that the clients have seen is judged.
 */
final class FaultRounds implements AutoCloseable {

    private static final int CLIENTS = 4;
    private static final int REQUESTS_PER_SECOND = 600;

    /** The requests before and after a fault. */
    private static final int REQUESTS = 200;

    private static final int MOST_SHOWN = 5;

    private final ProcessCluster cluster;
    private final int backups;
    private final long seed;
    private final Random random;
    private AppendWorkload workload;
    private int round;
    private int passed;

    FaultRounds(int nodes, int backups, Duration timeToLive, long seed) {
        this.cluster = ProcessCluster.replicated(nodes, timeToLive, backups);
        this.backups = backups;
        this.seed = seed;
        this.random = new Random(seed);
        this.workload = newWorkload();
        try {
            cluster.startAll();
            cluster.awaitSettled();
        } catch (RuntimeException | AssertionError e) {
            close();
            throw e;
        }
    }

    private AppendWorkload newWorkload() {
        return new AppendWorkload(
                "r" + round + "k", cluster.addresses(), CLIENTS, REQUESTS_PER_SECOND, random.nextLong());
    }

    /** Returns the number of rounds in which nothing was wrong. */
    int passed() {
        return passed;
    }

    void run(Fault fault) throws Exception {
        run(fault, true);
    }

    /** Runs a round after which there is no other: nodes that ended are not started again. */
    void runLast(Fault fault) throws Exception {
        run(fault, false);
    }

    private void run(Fault fault, boolean restart) throws Exception {
        round++;
        String title = "seed " + seed + ", " + backups + " backups, round " + round + ", " + fault;
        try {
            long began = System.nanoTime();
            Set<String> ejected = runUnderLoad(fault, restart);
            List<Violation> violations = workload.judge();
            System.out.println(title + ", " + (System.nanoTime() - began) / 1_000_000 + " ms: " + workload + ", "
                    + violations.size() + " violations, ejected by chance: " + ejected);
            if (violations.isEmpty()) {
                passed++;
            } else if (faults(fault) + ejected.size() <= backups || !isLoss(violations)) {
                throw new AssertionError(describe(violations));
            } else {
                workload.close(); // there were more faults than this round wanted
                workload = newWorkload();
            }
        } catch (Exception | AssertionError e) {
            throw cluster.withOutput(new AssertionError(title + ": " + e.getMessage(), e));
        }
    }

    /** Returns the nodes that fail at once, and whose entries must survive. */
    private int faults(Fault fault) {
        return switch (fault) {
            case LEAVE, ROLLING_RESTART, DRAIN -> 0;
            case KILL -> backups;
            default -> 1;
        };
    }

    /** Whether lost tokens explain all violations: with more faults than backups, tokens may be empty, but nothing else may be wrong. */
    private boolean isLoss(List<Violation> violations) {
        return violations.stream().map(Violation::key).distinct().allMatch(workload.history()::isExplainedByLoss);
    }

    /** Returns the other nodes that were ejected: a busy machine may end a lease, and that is a fault, too. */
    private Set<String> runUnderLoad(Fault fault, boolean restart) throws Exception {
        Map<String, String> before = incarnations();
        workload.begin();
        workload.awaitAnswers(REQUESTS);
        List<Integer> victims = fault.happen(cluster, backups, random);
        cluster.awaitSettled();
        workload.awaitAnswers(REQUESTS);
        if (restart) {
            cluster.startMissing();
            cluster.awaitSettled();
        }
        workload.end();
        Map<String, String> after = incarnations();
        after.entrySet().removeAll(before.entrySet());
        victims.forEach(victim -> after.remove("n" + victim));
        return after.keySet();
    }

    private Map<String, String> incarnations() {
        return cluster.incarnations(cluster.running().get(0));
    }

    private String describe(List<Violation> violations) {
        return violations.size() + " violations of " + workload + "\n"
                + violations.stream()
                        .limit(MOST_SHOWN)
                        .map(violation -> violation + "\n" + workload.history().describe(violation.key()))
                        .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        workload.close();
        cluster.close();
    }
}

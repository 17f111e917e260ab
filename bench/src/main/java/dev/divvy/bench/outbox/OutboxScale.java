package dev.divvy.bench.outbox;

/**
 * The size of the benchmark.
 *
 * @param backlog the events that the baseline and Divvy drain
 * @param peerBacklog the events that the slower peer drains
 * @param rounds the drains of each contestant with each number of agents
 * @param slowBacklog the events that each drains with a handler that takes time
 * @param slowRounds the rounds of that
 * @param trickle the events whose latency is measured
 * @param kills the processors that are killed, one after the other
 * @param joins the processors that join while others work, one after the other
 * @param pinnedSeconds how long a snapshot is held
 * @param kept the completed events that are deleted
 */
record OutboxScale(
        int backlog,
        int peerBacklog,
        int rounds,
        int slowBacklog,
        int slowRounds,
        int trickle,
        int kills,
        int joins,
        int pinnedSeconds,
        int kept) {

    static final OutboxScale FULL = new OutboxScale(50_000, 3_000, 5, 3_000, 3, 500, 5, 5, 600, 400_000);
    static final OutboxScale QUICK = new OutboxScale(10_000, 1_000, 1, 1_000, 1, 100, 1, 1, 20, 20_000);

    static OutboxScale of(boolean quick) {
        return quick ? QUICK : FULL;
    }
}

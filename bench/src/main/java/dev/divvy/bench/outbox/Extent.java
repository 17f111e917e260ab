package dev.divvy.bench.outbox;

/**
 * How much is measured.
 *
 * @param backlog events to drain by the floor and by Divvy
 * @param peerBacklog events to drain by the slow peer
 * @param rounds how often each contestant drains with each number of agents
 * @param trickle events of which the latency is measured
 * @param kills processors that are killed, one after the other
 * @param joins processors that join while others work, one after the other
 */
record Extent(int backlog, int peerBacklog, int rounds, int trickle, int kills, int joins) {

    static final Extent FULL = new Extent(50_000, 3_000, 5, 500, 5, 5);
    static final Extent QUICK = new Extent(10_000, 1_000, 1, 100, 1, 1);

    static Extent of(boolean quick) {
        return quick ? QUICK : FULL;
    }
}

package dev.divvy.cache.replication.simulation;

import dev.divvy.allocation.plan.Change;
import dev.divvy.testkit.simulation.random.SeededRandom;
import dev.divvy.testkit.simulation.random.SimulatedClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Injects faults and planned changes at random moments. */
final class ClusterFaults {

    /** Whether the board loses or delays a message: one in so many. */
    private static final int BOARD_FAULTS = 80;

    private static final long MILLI = 1_000_000L;

    private final SimulatedCluster cluster;
    private final SeededRandom random;

    /** The kinds of this simulation: with few of them, rare combinations come often. */
    private final List<SimulatedFault> kinds = new ArrayList<>();

    private long count;

    ClusterFaults(SimulatedCluster cluster) {
        this.cluster = cluster;
        this.random = new SeededRandom(cluster.seed() + 17);
        double share = random.pick(List.of(0.4, 0.7, 1.0));
        for (SimulatedFault kind : SimulatedFault.values()) {
            for (int i = 0; i < kind.weight && (i > 0 ? kinds.contains(kind) : random.chance(share)); i++) {
                kinds.add(kind);
            }
        }
        if (kinds.isEmpty()) {
            kinds.addAll(Arrays.asList(SimulatedFault.values()));
        }
    }

    long count() {
        return count;
    }

    /** Whether the board loses or delays this message. */
    boolean hits(SeededRandom from) {
        boolean hit = !cluster.isCalm() && from.below(BOARD_FAULTS) == 0;
        count += hit ? 1 : 0;
        return hit;
    }

    void start() {
        breakLinks();
        injectFaults();
    }

    private void breakLinks() {
        long mean = cluster.scenario().breakEvery().toNanos();
        cluster.queue().in(random.between(0, 2 * mean), () -> {
            if (!cluster.isCalm()) {
                List<SimulatedChannel> open = cluster.network().open();
                if (!open.isEmpty()) {
                    count++;
                    cluster.network().disconnect(random.pick(open));
                }
                breakLinks();
            }
        });
    }

    private void injectFaults() {
        long mean = cluster.scenario().faultEvery().toNanos();
        cluster.queue().in(random.between(0, 2 * mean), () -> {
            if (!cluster.isCalm()) {
                inject(random.pick(kinds));
                injectFaults();
            }
        });
    }

    private void inject(SimulatedFault fault) {
        boolean injected = !cluster.nodes().all().isEmpty()
                && happens(fault, cluster.nodes().pick(random));
        if (cluster.nodes().all().size() < 2) {
            boolean unused = cluster.nodes().start();
        }
        count += injected && fault.fault ? 1 : 0;
    }

    private boolean happens(SimulatedFault fault, SimulatedNode node) {
        switch (fault) {
            case CRASH -> cluster.nodes().crash(node);
            case SHORT_PAUSE -> node.pause(random.spread(MILLI, 500 * MILLI));
            case LONG_PAUSE -> node.pause(random.spread(200 * MILLI, 6_000 * MILLI));
            case BOARD_UNREACHABLE -> cluster.board().block(node, random.spread(100 * MILLI, 5_000 * MILLI));
            case BROKEN_LINKS -> cluster.network().disconnect(node);
            case CLOCK_DRIFT ->
                node.clock()
                        .drift(
                                cluster.now(),
                                SimulatedClock.rate(
                                        random, cluster.scenario().timing().clockError()));
            case LEAVE -> {
                if (cluster.nodes().all().size() < 2
                        || node.member().state().self().leaving()) {
                    return false;
                }
                cluster.trace(() -> node + " begins to leave");
                node.run(node.member()::leave);
            }
            case JOIN -> {
                return cluster.nodes().start();
            }
            case MEMBER_SUSPENDED -> node.run(() -> suspend(node, true));
            case MEMBER_RESUMED -> node.run(() -> suspend(node, false));
            default -> request(node, change(fault));
        }
        return true;
    }

    private static void suspend(SimulatedNode node, boolean suspended) {
        node.member().execute(agent -> agent.reconfigure(self -> self.suspended(suspended)));
    }

    private Change change(SimulatedFault fault) {
        String member = cluster.nodes().pick(random).id();
        return switch (fault) {
            case DRAIN -> Change.drain(member);
            case UNDRAIN -> Change.undrain(member);
            case WEIGHT -> new Change.Weigh(member, 1 + random.below(3));
            case SUSPEND -> new Change.Suspend();
            default -> new Change.Resume();
        };
    }

    private void request(SimulatedNode node, Change change) {
        cluster.trace(() -> "operator through " + node + ": " + change);
        node.run(() -> node.member().execute(agent -> agent.request(change)));
    }

    /** Ends everything that would end only by itself or by an operator. */
    void restore() {
        cluster.board().unblockAll();
        List.copyOf(cluster.nodes().all()).forEach(SimulatedNode::resume);
        while (cluster.nodes().all().size() < cluster.scenario().members()) {
            boolean unused = cluster.nodes().start();
        }
        undoOrders();
        cluster.queue().in(4_000 * MILLI, this::undoOrders);
    }

    private void undoOrders() {
        while (cluster.nodes().all().size() < 2) {
            boolean unused = cluster.nodes().start();
        }
        for (SimulatedNode node : cluster.nodes().all()) {
            node.run(() -> suspend(node, false));
            request(node, new Change.Resume());
            request(node, Change.undrain(node.id()));
        }
    }
}

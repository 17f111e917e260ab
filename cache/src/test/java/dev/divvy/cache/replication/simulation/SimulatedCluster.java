package dev.divvy.cache.replication.simulation;

import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.coordination.protocol.GroupRules;
import dev.divvy.testkit.simulation.random.EventQueue;
import dev.divvy.testkit.simulation.random.SeededRandom;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A cluster of nodes on one thread and in virtual time. Everything follows from the seed. */
final class SimulatedCluster {

    private static final long MILLI = 1_000_000L;
    private static final long CALM = 15_000 * MILLI;
    /** The time in which every reply must have been sent. */
    private static final long LAST_REPLIES = 1_000 * MILLI;

    /** The time after that in which no replica may keep a change for others: owners tell it at the second look, once per second. */
    private static final long LAST_TRIMS = 2_500 * MILLI;

    private static final int MOST_TRACED = 500;

    /**
     * The end of a simulation.
     *
     * @param losses the tokens that were lost to more faults than they had copies
     * @param evicted the logs that owners evicted
     * @param expired the entries that were seen to expire
     */
    record Result(
            long faults,
            long losses,
            long answers,
            long expired,
            long evicted,
            Optional<String> violation,
            List<String> trace) {

        Result withoutTrace() {
            return new Result(faults, losses, answers, expired, evicted, violation, List.of());
        }
    }

    private final ClusterScenario scenario;
    private final long seed;
    private final boolean tracing;
    private final List<String> trace = new ArrayList<>();
    private final EventQueue queue = new EventQueue();
    private final SeededRandom random;
    private final GroupRules rules;
    private final SimulatedBoard board;
    private final SimulatedNetwork network = new SimulatedNetwork(this);
    private final SimulatedNodes nodes = new SimulatedNodes(this);
    private final ClusterClients clients;
    private final ExpiringEntries expiring;
    private final Evictions evictions;
    private final ClusterFaults faults;
    private final ClusterChecker checker = new ClusterChecker(this);
    private boolean calm;
    private long losses;
    private Optional<String> violation = Optional.empty();

    SimulatedCluster(ClusterScenario scenario, long seed, boolean tracing) {
        this.scenario = scenario;
        this.seed = seed;
        this.tracing = tracing;
        this.random = new SeededRandom(seed);
        this.rules = new GroupRules(
                scenario.timing(),
                new Planner(new Sticky(Sticky.Policy.RUNS)).replicated(scenario.backups()),
                Tokens.redis(scenario.tokens()),
                true);
        this.board = new SimulatedBoard(this);
        this.clients = new ClusterClients(this);
        this.expiring = new ExpiringEntries(this);
        this.evictions = new Evictions(this);
        this.faults = new ClusterFaults(this);
    }

    Result run() {
        for (int i = 0; i < scenario.members(); i++) {
            boolean unused = nodes.start();
        }
        clients.start();
        expiring.start();
        evictions.start();
        queue.in(3_000 * MILLI, faults::start);
        runUntil(3_000 * MILLI + scenario.length().toNanos());
        calm = true;
        trace(() -> "calm");
        faults.restore();
        runUntil(now() + CALM);
        clients.stop();
        runUntil(now() + LAST_REPLIES);
        CalmCheck check = new CalmCheck(this);
        if (violation.isEmpty()) {
            check.check();
        }
        runUntil(now() + LAST_TRIMS);
        if (violation.isEmpty()) {
            check.checkRecentChanges();
        }
        return new Result(
                faults.count(), losses, clients.answers(), expiring.expired(), evictions.count(), violation, trace);
    }

    private void runUntil(long end) {
        while (violation.isEmpty() && queue.nextTime() <= end) {
            try {
                queue.take().run();
                checker.check();
            } catch (RuntimeException e) {
                StringWriter text = new StringWriter();
                e.printStackTrace(new PrintWriter(text));
                fail(Violation.FAILED, text.toString());
            }
        }
    }

    void fail(Violation what, String detail) {
        if (violation.isEmpty()) {
            violation = Optional.of(what + " at " + now() / MILLI + " ms: " + detail);
            trace(() -> violation.orElse(""));
        }
    }

    void lost() {
        losses++;
    }

    void trace(Supplier<String> line) {
        if (tracing) {
            trace.add(String.format("%10.3f %s", now() / 1e6, line.get()));
            if (trace.size() > MOST_TRACED) {
                trace.remove(0);
            }
        }
    }

    void traceAllocation() {
        if (tracing) {
            board.current().allocation().ifPresent(record -> {
                for (int token = 0; token < scenario.tokens(); token++) {
                    int at = token;
                    trace(() -> "  token " + at + " "
                            + record.owner(at).map(Object::toString).orElse("-") + " since " + record.tenureOf(at)
                            + " copies " + record.copiesOf(at) + " heirs " + record.heirsOf(at));
                }
            });
        }
    }

    // --- the parts ---

    ClusterScenario scenario() {
        return scenario;
    }

    long seed() {
        return seed;
    }

    EventQueue queue() {
        return queue;
    }

    long now() {
        return queue.now();
    }

    SeededRandom random() {
        return random;
    }

    GroupRules rules() {
        return rules;
    }

    SimulatedBoard board() {
        return board;
    }

    SimulatedNetwork network() {
        return network;
    }

    SimulatedNodes nodes() {
        return nodes;
    }

    ClusterClients clients() {
        return clients;
    }

    ClusterFaults faults() {
        return faults;
    }

    ClusterChecker checker() {
        return checker;
    }

    boolean isCalm() {
        return calm;
    }
}

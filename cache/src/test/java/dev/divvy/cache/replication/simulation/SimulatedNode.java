package dev.divvy.cache.replication.simulation;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Tokens;
import dev.divvy.cache.cluster.CurrentRouting;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.peer.PeerChannel;
import dev.divvy.cache.replication.SteppedReplication;
import dev.divvy.cache.replication.protocol.Mistake;
import dev.divvy.cache.replication.protocol.TokenReplica;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.testkit.simulation.random.SeededRandom;
import dev.divvy.testkit.simulation.random.SimulatedClock;
import java.util.ArrayDeque;
import java.util.Optional;

/** One process: a member, its stores and its replication. It can be paused, resumed and crashed. */
final class SimulatedNode {

    private static final int MAX_VALUE_LENGTH = 1 << 20;
    private static final long SWEEP_NANOS = 100_000_000L;
    private static final int SWEPT_SLOTS = 20_000;

    /** The error of a wall clock that is about right; two of them count as equal. */
    private static final long NEAR_MILLIS = 400;

    private static final long HOURS_MILLIS = 3 * 3_600_000L;

    private final SimulatedCluster cluster;
    private final String id;
    private final SeededRandom random;
    private final SimulatedClock clock;
    private final SimulatedMember member;
    private final EntryStore store;
    private final ServedTokens servedTokens;
    private final SteppedReplication replication;
    private final ArrayDeque<Runnable> deferred = new ArrayDeque<>();

    /** The time by which the wall clock is ahead of the simulation. */
    private long aheadMillis;

    private boolean crashed;
    private boolean paused;
    private boolean stepping;
    private long timer;

    SimulatedNode(SimulatedCluster cluster, MemberSettings settings, long seed) {
        this.cluster = cluster;
        this.id = settings.id();
        this.random = new SeededRandom(seed);
        double error = cluster.scenario().timing().clockError();
        this.clock = new SimulatedClock(
                cluster.now(), random.between(1, 1_000_000) * 1_000_000L, SimulatedClock.rate(random, error));
        this.member = new SimulatedMember(cluster, this, settings);
        Tokens tokens = (Tokens) cluster.rules().pieces();
        this.store = new EntryStore(tokens.count(), EntryStore.UNBOUNDED, MAX_VALUE_LENGTH, this::wallMillis);
        this.servedTokens = new ServedTokens(tokens.count(), new CurrentRouting(tokens), member::leased);
        this.replication = new SteppedReplication(
                new SteppedMembership(member),
                cluster.scenario().mistake().rules(cluster.scenario().backups()),
                store,
                servedTokens,
                this::connect,
                this::local);
    }

    void start() {
        run(member::turn);
        if (!cluster.scenario().timeToLive().isZero()) {
            setWallClock(new SeededRandom(random.next()));
            sweep();
        }
    }

    /** Removes expired entries from time to time, as a thread of a node does. */
    private void sweep() {
        cluster.queue().in(SWEEP_NANOS, () -> {
            if (!crashed) {
                run(() -> store.sweep(SWEPT_SLOTS));
                sweep();
            }
        });
    }

    String id() {
        return id;
    }

    SeededRandom random() {
        return random;
    }

    SimulatedClock clock() {
        return clock;
    }

    SimulatedMember member() {
        return member;
    }

    EntryStore store() {
        return store;
    }

    ServedTokens servedTokens() {
        return servedTokens;
    }

    SteppedReplication replication() {
        return replication;
    }

    Optional<TokenReplica<?>> replica(int token) {
        return crashed ? Optional.empty() : replication.token(token);
    }

    /** Returns the incarnation of its replicas. */
    Optional<Incarnation> self() {
        return crashed ? Optional.empty() : replication.self();
    }

    long local() {
        return clock.local(cluster.now());
    }

    /** Returns the time by the wall clock of this node. */
    long wallMillis() {
        return cluster.now() / 1_000_000 + aheadMillis;
    }

    /** Sets the wall clock to about the true time, or far from it; returns by how much it jumped. */
    long setWallClock(SeededRandom draws) {
        long before = aheadMillis;
        aheadMillis = HOURS_MILLIS + draws.between(-NEAR_MILLIS, NEAR_MILLIS);
        if (draws.chance(0.5)) {
            aheadMillis += draws.between(-HOURS_MILLIS, HOURS_MILLIS);
        }
        return aheadMillis - before;
    }

    boolean isCrashed() {
        return crashed;
    }

    boolean isPaused() {
        return paused;
    }

    private PeerChannel connect(Peer to) {
        SimulatedChannel channel = cluster.network().connect(this, to.incarnation());
        return cluster.scenario().mistake() == Mistake.TOKEN_CHANGES_ITS_CONNECTION
                ? new SplitChannel(channel, cluster.network().connect(this, to.incarnation()), random)
                : channel;
    }

    // --- running ---

    /** Runs a step: at once, after a pause, or never. */
    void run(Runnable step) {
        if (crashed) {
            return;
        }
        if (paused) {
            deferred.add(step);
            return;
        }
        step.run();
        cluster.checker().touched(this);
        if (replication.hasNews()) {
            stepSoon();
        }
    }

    private void stepSoon() {
        if (!stepping) {
            stepping = true;
            cluster.queue().in(random.spread(1_000, 2_000_000), () -> run(this::step));
        }
    }

    private void step() {
        stepping = false;
        if (replication.step()) {
            stepSoon();
        }
        long started = ++timer;
        cluster.queue().in(replication.waitMillis() * 1_000_000, () -> {
            if (started == timer) {
                run(this::step);
            }
        });
    }

    void pause(long nanos) {
        if (paused || crashed) {
            return;
        }
        paused = true;
        cluster.trace(() -> this + " is paused for " + nanos / 1_000_000 + " ms");
        cluster.queue().in(nanos, this::resume);
    }

    void resume() {
        if (!paused || crashed) {
            return;
        }
        paused = false;
        cluster.trace(() -> this + " resumes");
        ArrayDeque<Runnable> steps = new ArrayDeque<>(deferred);
        deferred.clear();
        // The threads go on in any order; the steps of each connection keep theirs.
        long delay = 0;
        for (Runnable step : steps) {
            cluster.queue().in(delay, () -> run(step));
            delay += random.between(0, 20_000);
        }
    }

    void crash() {
        crashed = true;
        deferred.clear();
    }

    @Override
    public String toString() {
        return self().map(Incarnation::toString).orElse(id + "/-");
    }
}

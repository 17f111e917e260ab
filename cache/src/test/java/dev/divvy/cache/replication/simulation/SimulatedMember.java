package dev.divvy.cache.replication.simulation;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.coordination.HeldPiece;
import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.LossReason;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.member.SightingNotifier;
import dev.divvy.coordination.member.gate.Gate;
import dev.divvy.coordination.member.gate.GateHold;
import dev.divvy.coordination.member.gate.GateKeeper;
import dev.divvy.coordination.member.gate.Gates;
import dev.divvy.coordination.protocol.BoardRequest;
import dev.divvy.coordination.protocol.MemberEvent;
import dev.divvy.coordination.protocol.ProtocolAgent;
import dev.divvy.coordination.protocol.ProtocolState;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import dev.divvy.coordination.protocol.knowledge.DirectReleases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The member of a simulated node: the real protocol agent with its gates and sightings, in the order of a running membership. The turns of
 * the pulse thread and the notifications of the listener thread are events of their own.
 */
final class SimulatedMember implements GateKeeper.Observer {

    /** A closing member abandons its card after this many consecutive failures of the board. */
    private static final int FAILURES_BEFORE_ABANDON = 2;

    private final SimulatedCluster cluster;
    private final SimulatedNode node;
    private final ProtocolAgent agent;
    private final GateKeeper gateKeeper;
    private final SightingNotifier sightings;
    private final List<Consumer<ProtocolAgent>> actions = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();

    /** What other threads see; replaced with every turn. */
    private ProtocolState seen;

    private Gates seenGates;
    private long wake = Long.MIN_VALUE;
    private long lastNotification;
    private boolean abandoned;
    private boolean ended;

    /** Whether the watchers of the board know of a turn, and the other threads do not yet. */
    private boolean midTurn;

    SimulatedMember(SimulatedCluster cluster, SimulatedNode node, MemberSettings settings) {
        this.cluster = cluster;
        this.node = node;
        this.agent =
                new ProtocolAgent(cluster.rules(), cluster.board().numbers(), settings, BoardMemory.NONE, node.local());
        this.gateKeeper = new GateKeeper(
                cluster.rules().pieces(), this, release -> execute(protocol -> protocol.released(release)));
        this.sightings = new SightingNotifier(settings.id());
        this.seen = agent.state();
        this.seenGates = gateKeeper.gates();
    }

    String id() {
        return agent.state().self().id();
    }

    ProtocolState state() {
        return agent.state();
    }

    boolean isGone() {
        return agent.isGone();
    }

    // --- what other threads ask ---

    Optional<Incarnation> incarnation() {
        return seen.incarnation();
    }

    boolean leased() {
        return !abandoned && seen.lease().runsAt(node.local());
    }

    Optional<Hold> hold(String piece) {
        int number = seenGates.pieces().indexOf(piece);
        Gate gate = number < 0 ? null : seenGates.of(number);
        return gate != null && leased() && gate.enter()
                ? Optional.of(new GateHold(gate, this::leased, () -> !leased()))
                : Optional.empty();
    }

    HeldPieces portion() {
        return held(
                seenGates.pieces(),
                leased() ? seenGates.all().stream().filter(Gate::isOpen).toList() : List.of());
    }

    private static HeldPieces held(Pieces pieces, List<Gate> gates) {
        return new HeldPieces(
                pieces,
                gates.stream()
                        .map(gate -> new HeldPiece(gate.piece(), gate.fence()))
                        .toList());
    }

    void listen(Listener listener) {
        listeners.add(listener);
    }

    void watch(Consumer<Sighting> watcher) {
        sightings.add(watcher);
    }

    /** Runs an action with the agent in the next turn. */
    void execute(Consumer<ProtocolAgent> action) {
        actions.add(action);
        cluster.queue().in(node.random().between(0, 100_000), () -> node.run(this::turn));
    }

    void releasedBy(DirectReleases.Report report) {
        execute(protocol -> protocol.releasedBy(List.of(report), node.local()));
    }

    void leave() {
        execute(protocol -> protocol.reconfigure(MemberSettings::leave));
        long limit = cluster.scenario().timing().grace().toNanos()
                + cluster.scenario().timing().timeToLive().toNanos();
        cluster.queue()
                .in(
                        limit,
                        () -> node.run(() -> {
                            if (!agent.isGone()) {
                                abandonNow();
                                end();
                            }
                        }));
    }

    // --- the pulse thread ---

    /** Takes a turn, unless a request is outstanding: the pulse thread waits for its reply. */
    void turn() {
        if (ended || midTurn) {
            return;
        }
        if (agent.outstanding().isEmpty()) {
            List.copyOf(actions).forEach(action -> action.accept(agent));
            actions.clear();
            Optional<BoardRequest> request = agent.poll(node.local());
            handleEvents(() -> {
                if (!agent.isGone()) {
                    request.ifPresentOrElse(sent -> cluster.board().send(node, sent), this::scheduleWake);
                }
            });
        }
        if (agent.isGone()) {
            end();
        }
    }

    /** Hands a reply of the board to the agent. */
    void replied(Consumer<ProtocolAgent> reply) {
        if (midTurn) {
            cluster.queue().in(100_000, () -> node.run(() -> replied(reply)));
        } else if (!ended) {
            reply.accept(agent);
            handleEvents(this::turn);
        }
    }

    /** Handles the events of a turn, and goes on with the next step of the pulse thread. */
    private void handleEvents(Runnable next) {
        agent.events().forEach(this::handle);
        if (agent.state().self().leaving() && agent.failures() >= FAILURES_BEFORE_ABANDON) {
            abandonNow();
        }
        sightings.turned(agent.state(), !abandoned && agent.state().lease().runsAt(node.local()));
        if (node.random().below(8) > 0) {
            publish();
            gateKeeper.notifyObserver();
            next.run();
        } else {
            // Another thread runs in between.
            midTurn = true;
            cluster.queue()
                    .in(
                            node.random().spread(1_000, 30_000_000),
                            () -> node.run(() -> {
                                midTurn = false;
                                publish();
                                gateKeeper.notifyObserver();
                                next.run();
                                turn();
                            }));
        }
    }

    private void handle(MemberEvent event) {
        cluster.trace(() -> node + " " + event.getClass().getSimpleName()
                + (event instanceof MemberEvent.Gained gained ? " " + gained.pieces() : "")
                + (event instanceof MemberEvent.Lost lost ? " " + lost.release().lost() : ""));
        gateKeeper.handle(event);
    }

    private void publish() {
        seen = agent.state();
        seenGates = gateKeeper.gates();
    }

    private void scheduleWake() {
        long at = agent.wakeAt();
        if (at == Long.MAX_VALUE) {
            return;
        }
        long real = Math.max(node.clock().real(at), cluster.now() + 1000);
        if (wake != real) {
            wake = real;
            cluster.queue().at(real, () -> {
                if (wake == real) {
                    wake = Long.MIN_VALUE;
                    node.run(this::turn);
                }
            });
        }
    }

    private void abandonNow() {
        abandoned = true;
        cluster.checker().crashing(node);
        cluster.trace(() -> node + " abandons its card");
        gateKeeper.closing();
        agent.abandon();
        agent.events().forEach(this::handle);
    }

    private void end() {
        if (!ended) {
            ended = true;
            gateKeeper.end();
            sightings.ended();
            publish();
            cluster.queue()
                    .in(
                            node.random().between(1, 20_000_000),
                            () -> cluster.nodes().closed(node));
        }
    }

    // --- the listener thread ---

    @Override
    public void gained(Pieces among, List<Gate> gates) {
        notifyLater(() -> listeners.forEach(listener -> listener.gained(held(among, gates))));
    }

    @Override
    public void lost(Pieces among, List<Gate> gates, LossReason reason, Runnable afterwards) {
        notifyLater(() -> {
            listeners.forEach(listener -> listener.lost(held(among, gates), reason));
            afterwards.run();
        });
    }

    private void notifyLater(Runnable notification) {
        lastNotification =
                Math.max(lastNotification + 1, cluster.now() + node.random().spread(1_000, 3_000_000));
        cluster.queue().at(lastNotification, () -> node.run(notification));
    }
}

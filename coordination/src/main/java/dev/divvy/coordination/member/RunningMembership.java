package dev.divvy.coordination.member;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.ExclusiveJob;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.HeldPiece;
import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Hold;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.MemberTask;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Operator;
import dev.divvy.coordination.PieceTask;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.board.PushingBoard;
import dev.divvy.coordination.member.gate.Gate;
import dev.divvy.coordination.member.gate.Gates;
import dev.divvy.coordination.member.task.TaskRunner;
import dev.divvy.coordination.protocol.GroupRules;
import dev.divvy.coordination.protocol.ProtocolAgent;
import dev.divvy.coordination.protocol.ProtocolState;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import dev.divvy.coordination.protocol.knowledge.DirectReleases;
import dev.divvy.coordination.report.StatusBuilder;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.SelfStatus;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A membership run by a {@link MembershipRuntime}: answers queries from the last snapshot and passes calls on to the engine. */
public final class RunningMembership implements Membership {

    private final Group group;
    private final MembershipRuntime engine;

    /** Of use for the next one, whichever thread made it. */
    private volatile Optional<GroupStatus> lastStatus = Optional.empty();

    private RunningMembership(Group group, MembershipRuntime engine) {
        this.group = group;
        this.engine = engine;
    }

    /** Joins the group and starts the pulse thread. */
    public static Membership start(Group group, Board board, MemberSettings self) {
        MonotonicClock clock = new MonotonicClock();
        ProtocolAgent agent =
                new ProtocolAgent(rules(group), new IncarnationNumbers(), self, BoardMemory.NONE, clock.now());
        MembershipRuntime engine = new MembershipRuntime(group, self.id(), board, agent, clock);
        if (board instanceof PushingBoard pushing) {
            engine.listenTo(pushing);
        }
        engine.start();
        return new RunningMembership(group, engine);
    }

    static GroupRules rules(Group group) {
        return new GroupRules(group.timing(), group.planner(), group.pieces(), group.fixedPieces());
    }

    @Override
    public Group group() {
        return group;
    }

    @Override
    public String id() {
        return engine.snapshot().state().self().id();
    }

    @Override
    public Optional<Incarnation> incarnation() {
        return engine.snapshot().state().incarnation();
    }

    // --- holdings ---

    @Override
    public Pieces pieces() {
        return engine.snapshot().gates().pieces();
    }

    @Override
    public boolean holds(String keyOrUnit) {
        MemberSnapshot now = engine.snapshot();
        int piece = pieceOf(now.gates().pieces(), keyOrUnit);
        return piece >= 0 && holds(now, piece);
    }

    @Override
    public boolean holds(byte[] key) {
        MemberSnapshot now = engine.snapshot();
        return holds(now, tokens(now.gates().pieces()).tokenOf(key));
    }

    @Override
    public boolean holdsHash(long hash) {
        MemberSnapshot now = engine.snapshot();
        return holds(now, tokens(now.gates().pieces()).tokenOfHash(hash));
    }

    private boolean holds(MemberSnapshot now, int piece) {
        Gate gate = now.gates().of(piece);
        return gate != null && gate.isOpen() && engine.leased();
    }

    @Override
    public Optional<Hold> hold(String keyOrUnit) {
        Objects.requireNonNull(keyOrUnit, "keyOrUnit");
        Gates gates = engine.snapshot().gates();
        int piece = pieceOf(gates.pieces(), keyOrUnit);
        return piece < 0 ? Optional.empty() : engine.hold(gates.of(piece));
    }

    @Override
    public Optional<Hold> holdHash(long hash) {
        Gates gates = engine.snapshot().gates();
        return engine.hold(gates.of(tokens(gates.pieces()).tokenOfHash(hash)));
    }

    @Override
    public Optional<Hold> holdPiece(String name) {
        Objects.requireNonNull(name, "name");
        Gates gates = engine.snapshot().gates();
        int piece = gates.pieces().indexOf(name);
        return piece < 0 ? Optional.empty() : engine.hold(gates.of(piece));
    }

    @Override
    public boolean leased() {
        return engine.leased();
    }

    @Override
    public HeldPieces portion() {
        MemberSnapshot now = engine.snapshot();
        List<Gate> gates = engine.leased() ? now.gates().all() : List.of();
        return new HeldPieces(
                now.gates().pieces(),
                gates.stream()
                        .filter(Gate::isOpen)
                        .map(gate -> new HeldPiece(gate.piece(), gate.fence()))
                        .toList());
    }

    private static int pieceOf(Pieces pieces, String keyOrUnit) {
        return pieces instanceof Tokens tokens ? tokens.tokenOf(keyOrUnit) : pieces.indexOf(keyOrUnit);
    }

    private static Tokens tokens(Pieces pieces) {
        if (pieces instanceof Tokens tokens) {
            return tokens;
        }
        throw new IllegalStateException("a key has a token only in a group that divides tokens, not " + pieces);
    }

    // --- listeners, tasks and operations ---

    @Override
    public Subscription listen(Listener listener) {
        return engine.listen(Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public Subscription watch(Consumer<Sighting> watcher) {
        return engine.watch(Objects.requireNonNull(watcher, "watcher"));
    }

    @Override
    public void settle(Version allocation) {
        engine.settle(Objects.requireNonNull(allocation, "allocation"));
    }

    @Override
    public void releasedBy(Incarnation other, Version upTo, Runs pieces) {
        engine.releasedBy(new DirectReleases.Report(other, upTo, pieces));
    }

    @Override
    public Subscription run(PieceTask task) {
        return engine.run(TaskRunner.perPiece(this, engine.threads(), Objects.requireNonNull(task, "task")));
    }

    @Override
    public Subscription runShift(MemberTask task) {
        return engine.run(TaskRunner.perMember(this, engine.threads(), Objects.requireNonNull(task, "task")));
    }

    @Override
    public <T> CompletableFuture<T> runAlone(ExclusiveJob<T> job) {
        return engine.runAlone(Objects.requireNonNull(job, "job"));
    }

    @Override
    public Operator operator() {
        return engine.operator();
    }

    @Override
    public void progressed() {
        engine.progressed();
    }

    @Override
    public void ready() {
        engine.ready();
    }

    @Override
    public void suspend(boolean suspended) {
        engine.suspend(suspended);
    }

    @Override
    public void weigh(int weight) {
        MemberSettings checked = engine.snapshot().state().self().withWeight(weight);
        engine.reconfigure(self -> self.withWeight(checked.weight()));
    }

    // --- status ---

    @Override
    public GroupStatus status() {
        MemberSnapshot snapshot = engine.snapshot();
        long now = engine.now();
        SelfStatus self =
                StatusBuilder.self(snapshot.state(), engine.roundTrip(), snapshot.problem(), snapshot.stalled(), now);
        GroupStatus status =
                StatusBuilder.ofMember(group.name(), group.pieces(), snapshot.state(), self, now, lastStatus);
        lastStatus = Optional.of(status);
        return status;
    }

    @Override
    public boolean awaitRunning(Duration atMost) throws InterruptedException {
        return engine.await(state -> isRunning(state) && engine.leased(), atMost);
    }

    @Override
    public boolean await(Predicate<GroupStatus> condition, Duration atMost) throws InterruptedException {
        return engine.await(state -> condition.test(status()), atMost);
    }

    private static boolean isRunning(ProtocolState state) {
        return state.place().isPresent() && state.card().state() == CardState.RUNNING;
    }

    @Override
    public void close() {
        engine.close();
    }
}

package dev.divvy.coordination.member;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.coordination.Board;
import dev.divvy.coordination.CardState;
import dev.divvy.coordination.PushingBoard;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.StatusOf;
import dev.divvy.coordination.step.Agent;
import dev.divvy.coordination.step.Remembrance;
import dev.divvy.coordination.step.Self;
import dev.divvy.coordination.step.Standing;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * One process taking part in a group: ask it what it holds, let it run work while pieces are held, be told of what comes and goes. All
 * methods are for any thread and none waits for the board, but {@link #await}, {@link #awaitRunning} and {@link #close}.
 */
public final class Membership implements AutoCloseable {

    private final Group group;
    private final Engine engine;

    private Membership(Group group, Engine engine) {
        this.group = group;
        this.engine = engine;
    }

    static Membership start(Group group, Board board, Self self) {
        Ticker ticker = new Ticker();
        Agent agent = new Agent(group.rules(), new RandomDraw(), self, Remembrance.NONE, ticker.now());
        Engine engine = new Engine(group, self.id(), board, agent, ticker);
        if (board instanceof PushingBoard pushing) {
            engine.listenTo(pushing);
        }
        engine.start();
        return new Membership(group, engine);
    }

    public Group group() {
        return group;
    }

    public String id() {
        return engine.snapshot().standing().self().id();
    }

    /** The incarnation that is on the board; empty while there is none. */
    public Optional<Incarnation> life() {
        return engine.snapshot().standing().life();
    }

    // --- what is held ---

    /** What the group divides now: where it was there already, what it was founded with. */
    public Pieces pieces() {
        return engine.snapshot().gates().pieces();
    }

    /** Whether this member holds the token of this key, or, where units are divided, the unit of this name. */
    public boolean holds(String keyOrUnit) {
        Snapshot now = engine.snapshot();
        int piece = pieceOf(now.gates().pieces(), keyOrUnit);
        return piece >= 0 && holds(now, piece);
    }

    /** Whether this member holds the token of this key. */
    public boolean holds(byte[] key) {
        Snapshot now = engine.snapshot();
        return holds(now, tokens(now.gates().pieces()).tokenOf(key));
    }

    /** Whether this member holds the token that this hash falls into. */
    public boolean holdsHash(long hash) {
        Snapshot now = engine.snapshot();
        return holds(now, tokens(now.gates().pieces()).tokenOfHash(hash));
    }

    private boolean holds(Snapshot now, int piece) {
        Gate gate = now.gates().of(piece);
        return gate != null && gate.isOpen() && engine.leased();
    }

    /**
     * Begins work on a piece, if it is held: by a key of its token, or by the name of the unit. The piece is not handed over before the hold
     * is closed, or the grace time ends.
     */
    public Optional<Hold> hold(String keyOrUnit) {
        Objects.requireNonNull(keyOrUnit, "keyOrUnit");
        Gates gates = engine.snapshot().gates();
        int piece = pieceOf(gates.pieces(), keyOrUnit);
        return piece < 0 ? Optional.empty() : engine.hold(gates.of(piece));
    }

    /** Begins work on the token that this hash falls into, if it is held. */
    public Optional<Hold> holdHash(long hash) {
        Gates gates = engine.snapshot().gates();
        return engine.hold(gates.of(tokens(gates.pieces()).tokenOfHash(hash)));
    }

    /** Begins work on the piece of this name: a unit's, or a token's number. */
    public Optional<Hold> holdPiece(String name) {
        Objects.requireNonNull(name, "name");
        Gates gates = engine.snapshot().gates();
        int piece = gates.pieces().indexOf(name);
        return piece < 0 ? Optional.empty() : engine.hold(gates.of(piece));
    }

    /** Whether the lease runs: whatever is held may be worked on at this moment. For those who keep track of their pieces by themselves. */
    public boolean leased() {
        return engine.leased();
    }

    /** All that is held now; nothing when the lease has ended. */
    public Portion portion() {
        Snapshot now = engine.snapshot();
        List<Gate> gates = engine.leased() ? now.gates().all() : List.of();
        return new Portion(
                now.gates().pieces(),
                gates.stream()
                        .filter(Gate::isOpen)
                        .map(gate -> new Holding(gate.piece(), gate.fence()))
                        .toList());
    }

    private static int pieceOf(Pieces pieces, String keyOrUnit) {
        return pieces instanceof Tokens tokens ? tokens.tokenOf(keyOrUnit) : pieces.indexOf(keyOrUnit);
    }

    private static Tokens tokens(Pieces pieces) {
        if (pieces instanceof Tokens tokens) {
            return tokens;
        }
        throw new IllegalStateException("a key has a token only where tokens are divided, not " + pieces);
    }

    // --- what is told and done ---

    /** Tells of all that is held, and from then on of what is gained and lost, until it is closed. */
    public Subscription listen(Listener listener) {
        return engine.listen(Objects.requireNonNull(listener, "listener"));
    }

    /** Runs one task for each held piece, each on a thread of its own: for pieces by the dozen, not by the thousand. Closing the answer stops them all. */
    public Subscription run(PieceTask task) {
        return engine.run(Runner.perPiece(this, engine.crew(), Objects.requireNonNull(task, "task")));
    }

    /** Runs one task while this member holds something. Closing the answer stops it. */
    public Subscription runShift(MemberTask task) {
        return engine.run(Runner.perMember(this, engine.crew(), Objects.requireNonNull(task, "task")));
    }

    /**
     * Runs a job while nobody in the group holds anything. The group goes on when the job ends, or when this member is taken off; a job whose
     * right ends is interrupted. Cancelling the answer keeps a job from beginning and does not stop one that runs. A job must not wait for
     * another one: that begins only after it.
     */
    public <T> CompletableFuture<T> runAlone(ExclusiveJob<T> job) {
        return engine.runAlone(Objects.requireNonNull(job, "job"));
    }

    /** What operators may ask of the group through this member. */
    public Operator operator() {
        return engine.operator();
    }

    /** Says that this member's work goes on; see {@link Group#stalledAfter}. */
    public void progressed() {
        engine.progressed();
    }

    /** This member holds nothing from soon on, or takes its share again. */
    public void suspend(boolean now) {
        engine.suspend(now);
    }

    /** This member's share becomes larger or smaller; 0 gives everything away. */
    public void weigh(int weight) {
        Self checked = engine.snapshot().standing().self().withWeight(weight);
        engine.become(self -> self.withWeight(checked.weight()));
    }

    // --- how it stands ---

    public GroupStatus status() {
        Snapshot now = engine.snapshot();
        return StatusOf.group(group.name(), group.pieces(), now.standing(), now.trouble(), engine.now());
    }

    /** Waits until this member holds all that it owns, at most this long; answers whether it does. */
    public boolean awaitRunning(Duration atMost) throws InterruptedException {
        return engine.await(standing -> runs(standing) && engine.leased(), atMost);
    }

    /** Waits until the group stands like this, as this member sees it, at most this long; answers whether it does. */
    public boolean await(Predicate<GroupStatus> condition, Duration atMost) throws InterruptedException {
        return engine.await(standing -> condition.test(status()), atMost);
    }

    private static boolean runs(Standing standing) {
        return standing.post().isPresent() && standing.card().state() == CardState.RUNNING;
    }

    /**
     * Leaves in good order: gives everything away, lets work in flight finish within the grace time, and goes. A board that does not answer
     * is not waited for: the others then notice by themselves. Returns when the listeners were told and the tasks have ended, unless they
     * outstay the grace time and their interruption. Closing twice does nothing more. Whoever closes from inside a listener, a task or an
     * exclusive job does not wait, nor does one that is interrupted: the leaving goes on all the same.
     */
    @Override
    public void close() {
        engine.close();
    }
}

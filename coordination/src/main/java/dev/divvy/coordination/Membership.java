package dev.divvy.coordination;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.coordination.status.GroupStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * One process taking part in a group: ask it what it holds, let it run work while pieces are held, be told of what comes and goes. All
 * methods are for any thread and none waits for the board, but {@link #await}, {@link #awaitRunning} and {@link #close}.
 */
public interface Membership extends AutoCloseable {

    Group group();

    String id();

    /** The incarnation that is on the board; empty while there is none. */
    Optional<Incarnation> life();

    /** What the group divides now: where it was there already, what it was founded with. */
    Pieces pieces();

    /** Whether this member holds the token of this key, or, where units are divided, the unit of this name. */
    boolean holds(String keyOrUnit);

    /** Whether this member holds the token of this key. */
    boolean holds(byte[] key);

    /** Whether this member holds the token that this hash falls into. */
    boolean holdsHash(long hash);

    /**
     * Begins work on a piece, if it is held: by a key of its token, or by the name of the unit. The piece is not handed over before the hold
     * is closed, or the grace time ends.
     */
    Optional<Hold> hold(String keyOrUnit);

    /** Begins work on the token that this hash falls into, if it is held. */
    Optional<Hold> holdHash(long hash);

    /** Begins work on the piece of this name: a unit's, or a token's number. */
    Optional<Hold> holdPiece(String name);

    /** Whether the lease runs: whatever is held may be worked on at this moment. For those who keep track of their pieces by themselves. */
    boolean leased();

    /** All that is held now; nothing when the lease has ended. */
    Portion portion();

    /** Tells of all that is held, and from then on of what is gained and lost, until it is closed. */
    Subscription listen(Listener listener);

    /** Runs one task for each held piece, each on a thread of its own: for pieces by the dozen, not by the thousand. Closing the answer stops them all. */
    Subscription run(PieceTask task);

    /** Runs one task while this member holds something. Closing the answer stops it. */
    Subscription runShift(MemberTask task);

    /**
     * Runs a job while nobody in the group holds anything. The group goes on when the job ends, or when this member is taken off; a job whose
     * right ends is interrupted. Cancelling the answer keeps a job from beginning and does not stop one that runs. A job must not wait for
     * another one: that begins only after it.
     */
    <T> CompletableFuture<T> runAlone(ExclusiveJob<T> job);

    /** What operators may ask of the group through this member. */
    Operator operator();

    /** Says that this member's work goes on; see {@link Group#stalledAfter}. */
    void progressed();

    /** This member holds nothing from soon on, or takes its share again. */
    void suspend(boolean now);

    /** This member's share becomes larger or smaller; 0 gives everything away. */
    void weigh(int weight);

    GroupStatus status();

    /** Waits until this member holds all that it owns, at most this long; answers whether it does. */
    boolean awaitRunning(Duration atMost) throws InterruptedException;

    /** Waits until the group stands like this, as this member sees it, at most this long; answers whether it does. */
    boolean await(Predicate<GroupStatus> condition, Duration atMost) throws InterruptedException;

    /**
     * Leaves in good order: gives everything away, lets work in flight finish within the grace time, and goes. A board that does not answer
     * is not waited for: the others then notice by themselves. Returns when the listeners were told and the tasks have ended, unless they
     * outstay the grace time and their interruption. Closing twice does nothing more. Whoever closes from inside a listener, a task or an
     * exclusive job does not wait, nor does one that is interrupted: the leaving goes on all the same.
     */
    @Override
    void close();
}

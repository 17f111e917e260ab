package dev.divvy.coordination;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.status.GroupStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The membership of one process in a group: answers which pieces it holds, runs work while pieces are held, and notifies listeners of gains
 * and losses. Thread-safe. Only {@link #await}, {@link #awaitRunning} and {@link #close} wait for the board.
 */
public interface Membership extends AutoCloseable {

    Group group();

    String id();

    /** Returns the incarnation that is on the board; empty while there is none. */
    Optional<Incarnation> incarnation();

    /** Returns the pieces that the group divides now. In an existing group these may differ from the configured ones. */
    Pieces pieces();

    /** Whether this member holds the token of this key, or, in a group that divides units, the unit of this name. */
    boolean holds(String keyOrUnit);

    /** Whether this member holds the token of this key. */
    boolean holds(byte[] key);

    /** Whether this member holds the token that this hash falls into. */
    boolean holdsHash(long hash);

    /**
     * Begins work on the token of this key, or on the unit of this name, if it is held. The piece is not handed over before the hold is
     * closed or the grace time ends.
     */
    Optional<Hold> hold(String keyOrUnit);

    /** Begins work on the token that this hash falls into, if it is held. */
    Optional<Hold> holdHash(long hash);

    /** Begins work on the piece with this name (a unit's name, or a token's number), if it is held. */
    Optional<Hold> holdPiece(String name);

    /** Whether the lease is running, so that work on held pieces is allowed now. For applications that track their pieces themselves. */
    boolean leased();

    /** Returns all pieces that are held now; none after the lease has ended. */
    HeldPieces portion();

    /** Adds a listener. It receives all held pieces first, then every gain and loss until the subscription is closed. */
    Subscription listen(Listener listener);

    /**
     * Adds a watcher. It receives what this member sees of the board: first the last sighting, if there is one, then each from every pulse, and
     * one without an own incarnation when this member was ejected or has left. It is called on the pulse thread: it must return quickly and
     * must not wait for the membership. Exceptions that it throws are logged and otherwise ignored.
     */
    Subscription watch(Consumer<Sighting> watcher);

    /**
     * Says that an allocation is settled: of all that this member owns by it, every copy is complete and every heir has forgotten. It must
     * have been found by one sighting of this allocation. The member's card tells it from the next pulse on; the next allocation then leaves
     * earlier heirs out.
     */
    void settle(Version allocation);

    /**
     * Says that another incarnation has released pieces, as far as it lost them in this version of the allocation or an earlier one: it told
     * this member so after its work on them had ended. This member then gains those that it owns without waiting until the other one
     * acknowledges everything that it lost. For applications whose members talk to each other; without it they learn it from the board.
     */
    void releasedBy(Incarnation other, Version upTo, Runs pieces);

    /**
     * Runs the task once per held piece, each on its own thread: for dozens of pieces, not thousands. Closing the subscription stops all
     * tasks.
     */
    Subscription run(PieceTask task);

    /** Runs the task while this member holds at least one piece. Closing the subscription stops it. */
    Subscription runShift(MemberTask task);

    /**
     * Runs a job while no member of the group holds anything. The group resumes when the job ends or this member is ejected. A job that
     * loses its right to run is interrupted. Cancelling the future prevents a job from starting but does not stop a running one. A job must
     * not wait for another exclusive job, which starts only after it.
     */
    <T> CompletableFuture<T> runAlone(ExclusiveJob<T> job);

    /** Returns the operations that change the whole group, sent through this member. */
    Operator operator();

    /**
     * Reports that this member's work makes progress; see {@link Group#stalledAfter}. A member that leaves a group whose pieces have data
     * reports by it that its data goes elsewhere, and may take the grace time from now on.
     */
    void progressed();

    /**
     * Reports that this member could work, although it may hold nothing, because it reaches what its work needs. An application that calls this
     * again and again returns soon after a stall that it noticed, and not before it could work; see {@link Group#stalledAfter}.
     */
    void ready();

    /**
     * Suspends or resumes this member.
     *
     * @param suspended true to give everything away and hold nothing, false to take a share again
     */
    void suspend(boolean suspended);

    /** Changes this member's weight, and with it its share; 0 gives everything away. */
    void weigh(int weight);

    GroupStatus status();

    /**
     * Waits until this member holds everything it owns, at most this long; returns whether it does.
     *
     * @throws GroupMismatchException if this member does not fit the group
     */
    boolean awaitRunning(Duration atMost) throws InterruptedException;

    /**
     * Waits until the group's status, as this member sees it, meets the condition, at most this long; returns whether it does.
     *
     * @throws GroupMismatchException if this member does not fit the group
     */
    boolean await(Predicate<GroupStatus> condition, Duration atMost) throws InterruptedException;

    /**
     * Leaves the group gracefully: gives everything away, lets work in flight finish within the grace time, and removes the card. Where
     * pieces have data it stays until their owners have settled, if another member stays, also while the board does not answer; at most for the
     * grace time and a time-to-live after the last {@linkplain #progressed progress}. Otherwise it does not wait for a board that does not
     * answer; the other members then eject this one. Returns when listeners were notified and tasks have
     * ended, unless they outlast the grace time and an interrupt. Closing twice has no further effect. A call from a listener, a task or an
     * exclusive job does not wait, and neither does an interrupted thread; leaving continues in the background.
     */
    @Override
    void close();
}

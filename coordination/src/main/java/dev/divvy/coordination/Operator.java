package dev.divvy.coordination;

import dev.divvy.allocation.Pieces;
import java.util.concurrent.CompletableFuture;

/**
 * Operations on a whole group, sent through any of its members. Each future completes when the change is published, or fails with the
 * reason why it cannot be. Members apply the change after that; await the status to see its effect. A request waits while the board is
 * unavailable. An operator can join as a member that never holds anything: {@code new MemberSettings(id).suspended(true)}.
 */
public interface Operator {

    /** Assigns this piece to this member for as long as it is a member. */
    CompletableFuture<Void> pin(String piece, String member);

    /** Lets the piece be assigned to any member again. */
    CompletableFuture<Void> unpin(String piece);

    /** Overrides a member's weight, and with it its share. */
    CompletableFuture<Void> weigh(String member, int weight);

    /** Makes a member give everything away and stay in the group. */
    CompletableFuture<Void> drain(String member);

    /** Ends a drain, so that the member's own weight applies again. */
    CompletableFuture<Void> undrain(String member);

    /** Stops all members from holding anything until the group is resumed. */
    CompletableFuture<Void> suspend();

    /** Ends a suspension of the group. */
    CompletableFuture<Void> resume();

    /** Replaces the pieces that the group divides: adds or removes units, or splits tokens. */
    CompletableFuture<Void> divide(Pieces pieces);
}

package dev.divvy.coordination;

import dev.divvy.allocation.Pieces;
import java.util.concurrent.CompletableFuture;

/**
 * What operators may ask of a whole group, through any of its members. Each future completes when the change is published, or says why it
 * cannot be: every member follows from then on, so await the status for its effect. A request waits while the board is away. A member that
 * never holds anything, {@code new Self(id).suspended(true)}, can be an operator's way in.
 */
public interface Operator {

    /** Gives this piece to that member for as long as it is there. */
    CompletableFuture<Void> pin(String piece, String member);

    /** Lets the piece belong to any member again. */
    CompletableFuture<Void> unpin(String piece);

    /** Makes a member's share larger or smaller. */
    CompletableFuture<Void> weigh(String member, int weight);

    /** Lets a member give everything away and stay. */
    CompletableFuture<Void> drain(String member);

    /** Lets a member's own weight count again. */
    CompletableFuture<Void> undrain(String member);

    /** Lets no member hold anything until the group is resumed. */
    CompletableFuture<Void> suspend();

    /** Ends a suspension. */
    CompletableFuture<Void> resume();

    /** Divides other pieces from now on: units come and go, tokens are split. */
    CompletableFuture<Void> divide(Pieces pieces);
}

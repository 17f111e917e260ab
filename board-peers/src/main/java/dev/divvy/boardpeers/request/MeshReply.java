package dev.divvy.boardpeers.request;

import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import java.util.NavigableMap;

/** A reply of the primary. */
public sealed interface MeshReply {

    record Admitted(Admission admission) implements MeshReply {}

    record Seen(BoardSnapshot snapshot) implements MeshReply {}

    /**
     * The reply to a pulse of a replica's member. Everything else that a pulse shows is in the replica's copy when this reply arrives.
     *
     * @param card the card after the pulse
     * @param beats the beats that the primary has not sent to its replicas yet, by member id
     */
    record Renewed(Card card, NavigableMap<String, Long> beats) implements MeshReply {}

    /** The reply to a pulse of a member whose card is not on the board. */
    record Ejected() implements MeshReply {}

    /**
     * The reply to a publication or a removal.
     *
     * @param success whether the allocation is on the board, or the card is not on it any more
     */
    record Done(boolean success) implements MeshReply {}

    /** Nothing was done and nothing will be: the node is not the primary, or not yet, or the sender's copy is of another term. */
    record Retry() implements MeshReply {}

    /** The request exceeds a limit, or its outcome is unknown. */
    record Failed(String reason) implements MeshReply {}
}

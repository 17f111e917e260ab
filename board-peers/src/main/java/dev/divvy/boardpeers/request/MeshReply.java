package dev.divvy.boardpeers.request;

import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;

/** What the keeper answers. */
public sealed interface MeshReply {

    record Admitted(Admission admission) implements MeshReply {}

    record Seen(BoardSnapshot sighting) implements MeshReply {}

    /** To a pulse of one whose card is not there. */
    record Ejected() implements MeshReply {}

    /** Whether an allocation hangs there, or a card is off. */
    record Done(boolean yes) implements MeshReply {}

    /** Nothing was done and nothing will be: whoever was asked does not keep the boards, or not yet. */
    record NotNow() implements MeshReply {}

    /** It would be too much, or who was asked went. */
    record Trouble(String why) implements MeshReply {}
}

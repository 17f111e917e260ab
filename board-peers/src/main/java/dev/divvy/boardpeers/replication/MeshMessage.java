package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import java.util.List;

/** What one node says to another. Between two nodes notes arrive in order, or not at all. */
public sealed interface MeshMessage {

    /**
     * A question to the keeper.
     *
     * @param line whose time the asker's copy is of
     */
    record Ask(long number, String line, MeshRequest question) implements MeshMessage {}

    record Answer(long number, MeshReply reply) implements MeshMessage {}

    /**
     * From the keeper: something changed.
     *
     * @param stamp of the book after it
     * @param confirm whether the keeper waits until somebody has it
     */
    record Changed(StateVersion stamp, String group, BoardChange change, boolean confirm) implements MeshMessage {}

    /** From the keeper: all of it. */
    record Whole(ReplicatedBoards book) implements MeshMessage {}

    /** From the keeper: who is in the company now. */
    record Mark(StateVersion stamp, List<String> marked) implements MeshMessage {}

    /**
     * To the keeper: I have everything up to here.
     *
     * @param stranger whether what I had before is not part of it: I come from another side of a split
     */
    record Kept(StateVersion stamp, boolean stranger) implements MeshMessage {}

    /** To the keeper: send me all of it. */
    record Lacking() implements MeshMessage {}

    /** From one who is about to keep the boards: what copy do you have? */
    record Collect(long company) implements MeshMessage {}

    record Collected(long company, CopySummary copy) implements MeshMessage {}

    /** From one who is about to keep the boards: give me yours. */
    record Fetch(long company) implements MeshMessage {}

    record Given(long company, ReplicatedBoards book) implements MeshMessage {}

    /** I go in good order; my process may live on. */
    record Farewell() implements MeshMessage {}
}

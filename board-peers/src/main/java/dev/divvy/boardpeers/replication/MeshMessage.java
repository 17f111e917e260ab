package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/** A message from one node to another. Between two nodes messages arrive in order, or not at all. */
public sealed interface MeshMessage {

    /**
     * To the primary: a request of a board.
     *
     * @param term the term of the sender's copy
     */
    record Request(long number, String term, MeshRequest request) implements MeshMessage {}

    /**
     * From any node: the reply to a request. Only the primary carries requests out.
     *
     * @param version the version of the boards that the reply shows
     */
    record Reply(long number, StateVersion version, MeshReply reply) implements MeshMessage {}

    /**
     * From the primary: changes that are made together, at most one per group.
     *
     * @param version the version after the changes
     * @param changes the changes by group
     * @param confirm whether the primary waits until another node has the changes
     */
    record Update(StateVersion version, NavigableMap<String, BoardChange> changes, boolean confirm)
            implements MeshMessage {}

    /**
     * From the primary: all boards.
     *
     * @param age the time since the first board was created, in nanoseconds
     * @param absorbed the sides of a split whose histories ended when this term began, or since
     */
    record FullState(ReplicatedBoards boards, long age, List<String> absorbed) implements MeshMessage {}

    /** From the primary: the nodes of the new view. */
    record ViewUpdate(StateVersion version, List<String> viewNodes) implements MeshMessage {}

    /**
     * To the primary: the sender has everything up to this version.
     *
     * @param diverged the side of a split that the sender comes from, when its earlier copy is not part of this version
     */
    record Confirmation(StateVersion version, Optional<String> diverged) implements MeshMessage {}

    /** To the primary: asks for all boards. */
    record FullStateRequest() implements MeshMessage {}

    /** From a node that is about to become the primary: asks for a summary of the receiver's copy. */
    record SummaryRequest(long viewNumber) implements MeshMessage {}

    record SummaryReply(long viewNumber, CopySummary summary) implements MeshMessage {}

    /** From a node that is about to become the primary: asks for the receiver's copy. */
    record CopyRequest(long viewNumber) implements MeshMessage {}

    record CopyReply(long viewNumber, ReplicatedBoards boards, long age) implements MeshMessage {}

    /** The sender leaves the mesh; its process may live on. */
    record Leave() implements MeshMessage {}
}

package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;

/** The effects of a {@link MeshNode} outside itself. None of these methods blocks. */
public interface MeshOutput {

    void send(String node, MeshMessage message);

    /** Completes a request of this node with its reply. */
    void complete(long number, MeshReply reply);

    /** Fails a request of this node that exceeds a limit or whose outcome is unknown. */
    void fail(long number, String reason);

    /** Tells that the board of a group changed. */
    void changed(String group);

    /** Finds out whether the process of this node has ended, and if so calls {@link MeshNode#processEnded}. */
    void probe(String node);
}

package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.Heal;
import dev.divvy.boardpeers.request.MeshReply;
import java.util.OptionalLong;

/** The effects of a {@link MeshNode} outside itself. None of these methods blocks. */
public interface MeshOutput {

    void send(String node, MeshMessage message);

    /** Completes a request of this node with its reply. */
    void complete(long number, MeshReply reply);

    /** Fails a request of this node that exceeds a limit or whose outcome is unknown. */
    void fail(long number, String reason);

    /** Tells that the board of a group changed. */
    void changed(String group);

    /** Tells since when this node has been apart from others that may still be running; empty when it is not. */
    void apart(OptionalLong since);

    /** Tells that the sides of a split have become one; to a node that lost before its members are ejected. */
    void healed(Heal heal);

    /** Finds out whether the process of this node has ended, and if so calls {@link MeshNode#processEnded}. */
    void probe(String node);
}

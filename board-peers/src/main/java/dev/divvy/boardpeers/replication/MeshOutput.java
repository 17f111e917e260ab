package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;

/** Where the clerk's words go. None of these waits. */
public interface MeshOutput {

    void send(String node, MeshMessage note);

    /** An own question was answered. */
    void answered(long number, MeshReply reply);

    /** Nobody knows whether an own question was carried out. */
    void failed(long number, String why);

    /** Something changed on the board of a group. */
    void changed(String group);

    /** Finds out whether the process of this node has ended, and tells the clerk if so. */
    void probe(String node);
}

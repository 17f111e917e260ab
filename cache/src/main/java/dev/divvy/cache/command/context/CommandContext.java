package dev.divvy.cache.command.context;

import dev.divvy.cache.resp.ClientLimits;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.TokenStore;
import java.util.Optional;

/** The parts of a node that commands use. Each method returns the current value. */
public interface CommandContext {

    EntryStore entryStore();

    /** Whether commands may read the entries of a token now: not after a pause that ended the lease. Called inside the monitor of the store. */
    boolean mayServe(TokenStore store);

    /** Removes all entries of the tokens of this node, also of those that it is about to serve. */
    void flush();

    ClusterView cluster();

    NodeInfo nodeInfo();

    ReplicationInfo replication();

    ClientSessions sessions();

    /** Returns the password that clients must give, if one is set. */
    Optional<NodePassword> password();

    ClientLimits limits();
}

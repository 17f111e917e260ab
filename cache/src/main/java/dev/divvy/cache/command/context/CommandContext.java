package dev.divvy.cache.command.context;

import dev.divvy.cache.resp.ClientLimits;
import dev.divvy.cache.store.EntryStore;
import java.util.Optional;

/** The parts of a node that commands use. Each method returns the current value. */
public interface CommandContext {

    EntryStore entryStore();

    ClusterView cluster();

    NodeInfo nodeInfo();

    ClientSessions sessions();

    /** Returns the password that clients must give, if one is set. */
    Optional<NodePassword> password();

    ClientLimits limits();
}

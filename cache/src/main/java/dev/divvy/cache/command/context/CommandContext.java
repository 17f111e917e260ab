package dev.divvy.cache.command.context;

import dev.divvy.cache.resp.ClientLimits;
import dev.divvy.cache.store.EntryStore;
import java.util.Optional;

/** What a node lends its commands. Whatever is asked for is what it is right now. */
public interface CommandContext {

    EntryStore shelves();

    ClusterView cluster();

    NodeInfo facts();

    ClientSessions sessions();

    /** The password that clients must give, if there is one. */
    Optional<NodePassword> password();

    ClientLimits limits();
}

package dev.divvy.cache.replication;

import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.peer.PeerChannel;
import dev.divvy.cache.store.EntryStore;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The parts of a node that its replication works with.
 *
 * @param connections opens a connection to another node, for replication alone
 * @param departures follows the nodes that leave the board
 * @param nanos the clock of the node
 */
public record ReplicationContext(
        EntryStore entryStore,
        ServedTokens servedTokens,
        Function<Peer, ? extends PeerChannel> connections,
        DepartureListener departures,
        LongSupplier nanos) {}

package dev.divvy.cache.replication;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.peer.PeerChannel;
import dev.divvy.cache.replication.contents.EntryChange;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicationRules;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.coordination.Membership;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The things that the tokens of one incarnation of this node share. Their calls come inside the monitor of a token, on any thread. */
interface TokenEnvironment {

    /** The things that all incarnations of a node have in common. */
    record Node(
            EntryStore entryStore,
            ServedTokens servedTokens,
            ReplicationRules rules,
            ReplicaCodec codec,
            Function<Peer, ? extends PeerChannel> connections,
            Membership membership,
            LongSupplier nanos,
            Runnable wakeUp) {}

    Incarnation self();

    Node node();

    /** Whether the lease of this incarnation runs. */
    boolean leased();

    /** Sends a message; one that cannot be sent is reported as a broken connection, later. */
    void send(Incarnation to, int token, Envelope<EntryChange> envelope);

    /** Takes note that another node has released a token. */
    void released(int token, Incarnation by, long epoch);

    /** Has copies sent, soon and by another thread. */
    void copyLater(LocalToken token);

    void conditionChanged(LocalToken token, TokenCondition before, TokenCondition after);

    default ReplicationRules rules() {
        return node().rules();
    }

    default ReplicaCodec codec() {
        return node().codec();
    }

    default EntryStore entryStore() {
        return node().entryStore();
    }

    default ServedTokens servedTokens() {
        return node().servedTokens();
    }

    default CacheClock clock() {
        return entryStore().clock();
    }
}

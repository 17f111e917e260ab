package dev.divvy.cache.replication;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.cluster.ServedTokens;
import dev.divvy.cache.replication.contents.EntryChange;
import dev.divvy.cache.replication.protocol.ReplicaMessage.Envelope;
import dev.divvy.cache.replication.protocol.ReplicationRules;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.EntryStore;

/** The things that the tokens of one incarnation of this node share. Their calls come inside the monitor of a token, on any thread. */
interface TokenEnvironment {

    Incarnation self();

    ReplicationRules rules();

    ReplicaCodec codec();

    EntryStore entryStore();

    ServedTokens servedTokens();

    /** Whether the lease of this incarnation runs. */
    boolean leased();

    /** Sends a message; one that cannot be sent is reported as a broken connection, later. */
    void send(Incarnation to, int token, Envelope<EntryChange> envelope);

    /** Takes note that another node has released a token. */
    void released(int token, Incarnation by, long epoch);

    /** Has copies sent, soon and by another thread. */
    void copyLater(LocalToken token);

    void conditionChanged(LocalToken token, TokenCondition before, TokenCondition after);

    default CacheClock clock() {
        return entryStore().clock();
    }
}

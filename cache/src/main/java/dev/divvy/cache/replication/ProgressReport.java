package dev.divvy.cache.replication;

import dev.divvy.cache.store.EntryStore;
import dev.divvy.coordination.Membership;

/** Tells the membership that entries go to other nodes, so that a node which leaves gets the time for the rest. Used by one thread. */
final class ProgressReport {

    private final Membership membership;
    private final ReplicaCodec codec;
    private final EntryStore entryStore;

    private long parts;
    private long entries;

    ProgressReport(Membership membership, ReplicaCodec codec, EntryStore entryStore) {
        this.membership = membership;
        this.codec = codec;
        this.entryStore = entryStore;
    }

    /** To be called from time to time. */
    void look() {
        long partsNow = codec.partsWritten();
        long entriesNow =
                entryStore.counters().entries() + entryStore.copies().entries();
        if (partsNow != parts || entriesNow < entries) {
            membership.progressed();
        }
        parts = partsNow;
        entries = entriesNow;
    }
}

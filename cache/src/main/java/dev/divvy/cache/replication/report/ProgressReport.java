package dev.divvy.cache.replication.report;

import dev.divvy.cache.store.EntryStore;
import dev.divvy.coordination.Membership;
import java.util.function.LongSupplier;

/** Tells the membership that entries go to other nodes, so that a node which leaves gets the time for the rest. Used by one thread. */
public final class ProgressReport {

    private final Membership membership;
    private final LongSupplier partsSent;
    private final EntryStore entryStore;

    private long parts;
    private long entries;

    /** @param partsSent counts the parts of tokens that were sent */
    public ProgressReport(Membership membership, LongSupplier partsSent, EntryStore entryStore) {
        this.membership = membership;
        this.partsSent = partsSent;
        this.entryStore = entryStore;
    }

    /** To be called from time to time. */
    public void look() {
        long partsNow = partsSent.getAsLong();
        long entriesNow = entryStore.counters().entries() + entryStore.copies().entries();
        if (partsNow != parts || entriesNow < entries) {
            membership.progressed();
        }
        parts = partsNow;
        entries = entriesNow;
    }
}

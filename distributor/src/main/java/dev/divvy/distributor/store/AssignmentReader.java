package dev.divvy.distributor.store;

import dev.divvy.coordination.Subscription;

/** The table as one service reads it, and the acknowledgements that let other services continue. */
public interface AssignmentReader {

    /** Reads the part of the table that concerns a service, atomically. */
    ServiceAssignment look(String service);

    /** Records that this service has released all units that it lost up to this epoch. A lower epoch than before changes nothing. */
    void acknowledge(String service, long epoch);

    /**
     * Calls {@code changed} soon after the table changed, not after an acknowledgement. A hint: it may be lost, or come without a change.
     */
    Subscription onChange(Runnable changed);
}

package dev.divvy.distributor.store;

import dev.divvy.coordination.Subscription;

/** The table as one service reads it, and the acknowledgements by which it lets others go on. */
public interface AssignmentReader {

    /** Reads what the table says to a service, at one moment. */
    ServiceAssignment look(String service);

    /** Records that this service has released all that it lost up to this epoch. A lower epoch than before changes nothing. */
    void acknowledge(String service, long epoch);

    /**
     * Calls {@code changed} soon after the table changed, not after an acknowledgement. A hint: it may be lost, or come without reason.
     */
    Subscription onChange(Runnable changed);
}

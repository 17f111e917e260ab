package dev.divvy.distributor.store;

import dev.divvy.coordination.Subscription;

/** The table as its services see it. */
public interface Postings {

    /** What hangs there for a service, at one moment. */
    Posting look(String service);

    /** Says that this service has let go of all that it lost up to this epoch. What was said before never goes back. */
    void acknowledge(String service, long epoch);

    /** Calls {@code changed} soon after the table changed; who waits for an acknowledgement looks again by itself. A hint: it may be lost, or come without reason. */
    Subscription onChange(Runnable changed);
}

package dev.divvy.distributor.store;

import dev.divvy.coordination.Subscription;
import java.util.Collection;
import java.util.List;

/** Lists of names, one for each namespace: of services, or of units. */
public interface NameLists {

    /** The list as it stands, at one moment, in its order; empty when there is none. */
    List<String> read(String namespace);

    /**
     * Adds names that are not there yet, all at one moment.
     *
     * @return how many were added
     */
    int add(String namespace, Collection<String> names);

    /**
     * Takes names off, all at one moment and each wherever it stands.
     *
     * @return how many of the names were there
     */
    int remove(String namespace, Collection<String> names);

    /** Calls {@code changed} soon after somebody added or removed by these methods. A hint: it may be lost, or come without reason. */
    Subscription onChange(Runnable changed);
}

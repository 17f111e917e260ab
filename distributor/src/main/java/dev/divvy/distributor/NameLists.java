package dev.divvy.distributor;

import dev.divvy.coordination.Subscription;
import dev.divvy.distributor.DistributorStatus.Refusal;
import dev.divvy.distributor.ping.ServiceAddress;
import dev.divvy.distributor.table.StoredLists;
import dev.divvy.distributor.table.ValidLists;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists of names of services or units, one list per namespace. */
public interface NameLists {

    /** Returns the list in its order, read atomically; empty when there is none. */
    List<String> read(String namespace);

    /**
     * Adds the names that the list does not contain yet, atomically.
     *
     * @return how many were added
     */
    int add(String namespace, Collection<String> names);

    /**
     * Removes all occurrences of these names, atomically.
     *
     * @return how many of the names the list contained
     */
    int remove(String namespace, Collection<String> names);

    /** Calls {@code changed} soon after names were added or removed by these methods. A hint: it may be lost, or come without a change. */
    Subscription onChange(Runnable changed);

    /** Returns those of these names that a distributor would leave out of a list of units, each with the reason. */
    static List<Refusal> refusedUnits(String namespace, Collection<String> names) {
        return ValidLists.of(new StoredLists(Map.of(), List.copyOf(names)), namespace, name -> Optional.empty())
                .refused();
    }

    /** Returns those of these names that a distributor would leave out of a list of services, each with the reason. */
    static List<Refusal> refusedServices(String namespace, Collection<String> names) {
        return ValidLists.of(
                        new StoredLists(Map.of(namespace, List.copyOf(names)), List.of()), "", ServiceAddress::refusal)
                .refused();
    }
}

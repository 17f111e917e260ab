package dev.divvy.distributor;

import dev.divvy.distributor.store.StorePorts;
import dev.divvy.distributor.table.AssignmentTable;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Storage for the lists of services and units and for one table. Opening a store does not contact its server, which may be unavailable:
 * until it is back, every method throws {@link StoreAccessException}. All methods are thread-safe.
 */
public abstract class Store implements AutoCloseable {

    private final StorePorts ports;

    Store(StorePorts ports) {
        this.ports = ports;
    }

    /** Returns the lists of services and units. */
    public final NameLists names() {
        return ports.names();
    }

    /** Reads the table atomically: the units of each service, services and units sorted by name. */
    public final SortedMap<String, List<String>> table() {
        SortedMap<String, List<String>> units = new TreeMap<>();
        ports.distribution()
                .read()
                .table()
                .fields()
                .forEach((service, text) -> units.put(service, AssignmentTable.units(text)));
        return Collections.unmodifiableSortedMap(units);
    }

    /**
     * Creates what the store needs on its server, such as tables; several processes may do so at once.
     *
     * @throws StoreAccessException when it cannot be created
     */
    public Store createIfMissing() {
        return this;
    }

    /** Returns the ports that instances and services use. */
    final StorePorts ports() {
        return ports;
    }

    /** Releases connections; the lists and the table stay. */
    @Override
    public void close() {
        ports.close();
    }
}

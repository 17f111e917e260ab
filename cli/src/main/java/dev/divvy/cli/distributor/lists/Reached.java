package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.distributor.http.HttpStore;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.distributor.DistributorStatus.ServiceStatus;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.store.NameLists;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;
import dev.divvy.distributor.table.Table;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A store that a command asks: by itself, or through the daemon that has it. */
final class Reached implements AutoCloseable {

    private final Store store;
    private final Optional<HttpStore> desk;
    private final Namespaces names;

    private Reached(Store store, Optional<HttpStore> desk, Namespaces names) {
        this.store = store;
        this.desk = desk;
        this.names = names;
    }

    static Reached directly(Store store, Namespaces names) {
        return new Reached(store, Optional.empty(), names);
    }

    /** The daemon knows the names. */
    static Reached through(HttpStore desk) {
        return new Reached(desk, Optional.of(desk), ask(desk::namespaces));
    }

    Namespaces names() {
        return names;
    }

    NameLists lists() {
        return store.names();
    }

    Table table() {
        return ask(() ->
                desk.isPresent() ? desk.get().table() : store.sheets().read().table());
    }

    /** How the services are; empty when nobody is asked who knows. */
    Optional<List<ServiceStatus>> services() {
        return desk.map(there -> ask(there::services));
    }

    /** Asks the store; what it is in trouble with becomes one line. */
    static <T> T ask(Supplier<T> question) {
        try {
            return question.get();
        } catch (StoreTroubleException e) {
            throw Failure.failed(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        store.close();
    }
}

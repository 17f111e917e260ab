package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.store.NameLists;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreTroubleException;
import dev.divvy.distributor.table.Table;
import java.util.function.Supplier;

/** A store that a command asks, and the names under which lists and table are in it. */
record Reached(Store store, Namespaces names) implements AutoCloseable {

    NameLists lists() {
        return store.names();
    }

    Table table() {
        return ask(() -> store.sheets().read().table());
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

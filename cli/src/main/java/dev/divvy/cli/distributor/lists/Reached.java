package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.terminal.Failure;
import dev.divvy.distributor.NameLists;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreTroubleException;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;

/** A store that a command asks, and the names under which lists and table are in it. */
record Reached(Store store, Namespaces names) implements AutoCloseable {

    NameLists lists() {
        return store.names();
    }

    SortedMap<String, List<String>> table() {
        return ask(store::table);
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

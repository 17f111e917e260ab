package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.distributor.NamespaceOptions;
import dev.divvy.cli.distributor.StoreOptions;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreAccessException;
import dev.divvy.distributor.StoreNames;
import java.util.function.BiFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The options of a command that queries a distributor's store once. */
@Command(abbreviateSynopsis = true, sortOptions = false)
final class StoreQuery {

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final NamespaceOptions namespaces = new NamespaceOptions();

    /** Opens the store, runs a query and closes it; a failure is reported in one line. */
    <T> T ask(CommandLine command, BiFunction<Store, StoreNames, T> query) {
        StoreNames names = namespaces.read(command);
        try (Store opened = store.location(command).openNow(names.distribution())) {
            return query.apply(opened, names);
        } catch (StoreAccessException e) {
            throw Failure.failed(String.valueOf(e.getMessage()));
        }
    }
}

package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.terminal.CommonOptions;
import dev.divvy.distributor.NameLists;
import java.util.Optional;
import java.util.function.BiFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a command that reads or changes one list of names. */
final class ListQuery {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set before the command runs
    private CommandSpec spec;

    @Option(names = "--namespace", paramLabel = "<name>")
    private Optional<String> namespace = Optional.empty();

    @Mixin
    private final StoreQuery store = new StoreQuery();

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private final CommonOptions common = new CommonOptions();

    /** Runs a query on the list that is named, or else on the default list for names of this kind. */
    <T> T ask(NameKind kind, BiFunction<NameLists, String, T> query) {
        return store.ask(
                spec.commandLine(),
                (opened, names) -> query.apply(opened.names(), namespace.orElseGet(() -> kind.list(names))));
    }
}

package dev.divvy.cli.distributor.lists;

import dev.divvy.distributor.NameLists;
import java.util.Optional;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a command that reads or changes one list of names. */
@Command(mixinStandardHelpOptions = true) // here, they come after the other options
final class ListQuery {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set before the command runs
    private CommandSpec spec;

    @Option(names = "--namespace", paramLabel = "<name>")
    private Optional<String> namespace = Optional.empty();

    @Mixin
    private final StoreQuery store = new StoreQuery();

    /** Asks the lists of the store about the one that is named, or else the one that is usual for names of this kind. */
    <T> T ask(NameKind kind, BiFunction<NameLists, String, T> question) {
        return store.ask(
                spec.commandLine(),
                (opened, names) -> question.apply(opened.names(), namespace.orElseGet(() -> kind.list(names))));
    }
}

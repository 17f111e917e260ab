package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.distributor.NamespaceChoice;
import dev.divvy.cli.distributor.StoreChoice;
import dev.divvy.cli.distributor.Words;
import dev.divvy.distributor.Namespaces;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How a command comes to a store: the options of the daemon. */
final class Reach {

    private static final String STORE = "store";

    @Option(
            names = "--" + STORE,
            paramLabel = "<store>",
            description = {
                "redis, or the JDBC address of a PostgreSQL, MariaDB or H2 such as jdbc:h2:./trial;AUTO_SERVER=TRUE.",
                "Default: redis. DIVVY_STORE."
            })
    private Optional<String> store = Optional.empty();

    @Mixin
    private final StoreChoice choice = new StoreChoice();

    @Mixin
    private final NamespaceChoice namespaces = new NamespaceChoice();

    /** Opens it; what cannot be is said in one line. */
    Reached open(CommandSpec spec) {
        Words words = Words.of(spec.commandLine(), System.getenv());
        String kind = words.read(STORE, store, "redis", word -> StoreChoice.kind(word, "redis", "jdbc:URL"));
        Namespaces names = namespaces.read(words);
        return new Reached(choice.read(kind, words).openNow(names.distribution()), names);
    }
}

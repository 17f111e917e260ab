package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.distributor.NamespaceChoice;
import dev.divvy.cli.distributor.StoreChoice;
import dev.divvy.cli.distributor.Words;
import dev.divvy.cli.distributor.http.HttpStore;
import dev.divvy.distributor.Namespaces;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How a command comes to a store: the options of the daemon, and besides the address of a daemon that is asked over HTTP. */
final class Reach {

    private static final String STORE = "store";

    @Option(
            names = "--" + STORE,
            paramLabel = "<store>",
            description = {
                "redis; the JDBC address of a PostgreSQL, MariaDB or H2; or http://HOST:PORT, where a daemon was started with"
                        + " --http and is asked for what it keeps, in its memory too.",
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
        String kind = words.read(STORE, store, "redis", Reach::kind);
        if (isDesk(kind)) {
            namespaces.refuse(words);
            return Reached.through(words.read(STORE, store, HttpStore::at).orElseThrow());
        }
        Namespaces names = namespaces.read(words);
        return Reached.directly(choice.read(kind, words).openNow(names.distribution()), names);
    }

    private static String kind(String word) {
        if (word.equals("memory")) {
            throw new IllegalArgumentException("what is in a daemon's memory is asked of the daemon: use --store"
                    + " http://HOST:PORT, where it was started with --http HOST:PORT");
        }
        return isDesk(word) ? word : StoreChoice.kind(word, "redis", "jdbc:URL", "http://HOST:PORT");
    }

    private static boolean isDesk(String word) {
        return word.startsWith("http:");
    }
}

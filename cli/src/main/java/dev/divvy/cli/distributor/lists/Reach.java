package dev.divvy.cli.distributor.lists;

import dev.divvy.cli.distributor.NamespaceChoice;
import dev.divvy.cli.distributor.StoreChoice;
import dev.divvy.cli.distributor.Words;
import dev.divvy.cli.distributor.http.HttpStore;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.distributor.Namespaces;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** How a command comes to a store: the options of the daemon, and besides the address of a daemon that is asked over HTTP. */
final class Reach {

    private static final String STORE = "store";

    @Mixin
    private final StoreChoice store = new StoreChoice();

    @Mixin
    private final NamespaceChoice namespaces = new NamespaceChoice();

    /** Opens it; what cannot be is said in one line. */
    Reached open(CommandSpec spec) {
        Words words = Words.of(spec.commandLine(), System.getenv());
        Optional<String> flag =
                spec.commandLine().getParseResult().matchedOptionValue("--" + STORE, Optional.<String>empty());
        Optional<String> named = words.read(STORE, flag, word -> word);
        if (named.filter(word -> word.startsWith("http:")).isPresent()) {
            HttpStore desk = words.read(STORE, flag, HttpStore::at).orElseThrow();
            return Reached.through(desk);
        }
        if (named.filter("memory"::equals).isPresent()) {
            throw Failure.wrongUsage(
                    "what is in a daemon's memory is asked of the daemon: use --store http://HOST:PORT,"
                            + " where it was started with --http HOST:PORT");
        }
        Namespaces names = namespaces.read(words);
        return Reached.directly(store.read(words).open(names.distribution()), names);
    }
}

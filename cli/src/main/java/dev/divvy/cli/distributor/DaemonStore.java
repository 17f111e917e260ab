package dev.divvy.cli.distributor;

import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a daemon keeps lists and table. */
final class DaemonStore {

    @Option(
            names = "--store",
            paramLabel = "<store>",
            description = {
                "Ours. redis; memory (of this process, for trials); or the JDBC address of a PostgreSQL, MariaDB or H2, where"
                        + " tables are made that are not there. Not http://..., as units, services and table take it: that is"
                        + " another daemon, and one that writes needs a store of its own.",
                "Default: redis. DIVVY_STORE."
            })
    private Optional<String> store = Optional.empty();

    @Mixin
    private final StoreChoice choice = new StoreChoice();

    StoreChoice choice() {
        return choice;
    }

    StorePlace read(Words words) {
        return choice.read(words.read("store", store, "redis", DaemonStore::kind), words);
    }

    private static String kind(String word) {
        if (word.startsWith("http:")) {
            throw new IllegalArgumentException("'" + word
                    + "' is another daemon; one that writes needs a store of its own:" + " redis, memory or jdbc:URL");
        }
        return StoreChoice.kind(word, "redis", "memory", "jdbc:URL");
    }
}

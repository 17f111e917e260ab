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
                "Ours. redis, or the JDBC address of a PostgreSQL, MariaDB or H2, where missing tables are made."
                        + " For a trial without a server: jdbc:h2:./trial;AUTO_SERVER=TRUE, a file.",
                "Default: redis. DIVVY_STORE."
            })
    private Optional<String> store = Optional.empty();

    @Mixin
    private final StoreChoice choice = new StoreChoice();

    StoreChoice choice() {
        return choice;
    }

    StorePlace read(Words words) {
        return choice.read(
                words.read("store", store, "redis", word -> StoreChoice.kind(word, "redis", "jdbc:URL")), words);
    }
}

package dev.divvy.bench.distributor;

import dev.divvy.bench.live.StandardInput;
import dev.divvy.boardredis.RedisAddress;
import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.StoreNames;

/**
 * An instance of the distributor with default settings, in a separate JVM. Arguments: its name, the address of Redis. It prints its status
 * for every line of standard input, and ends in order on SIGTERM or at the end of standard input.
 */
final class DistributorProcess {

    static final String STATUS = "STATUS ";

    private DistributorProcess() {}

    public static void main(String[] args) throws Exception {
        RedisStore store = RedisStore.at(RedisAddress.at(args[1]), StoreNames.DEFAULT.distribution());
        Distributor distributor = Distributor.start(store, DistributorSettings.of(args[0]));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            distributor.close();
            store.close();
        }));
        StandardInput.handleLines(line -> System.out.println(STATUS + text(distributor.status())));
        System.exit(0);
    }

    /** Formats whether this instance writes, its number of rounds, and the writer that it knows. */
    private static String text(DistributorStatus status) {
        return status.writing() + " " + status.counters().rounds() + " "
                + status.writer().orElse("");
    }
}

package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Ends;
import dev.divvy.boardredis.RedisAddress;
import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.DistributorStatus;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.RedisStore;

/**
 * An instance of the distributor with its usual settings, in a JVM of its own. Arguments: its name, the address of Redis. It says how it
 * stands whenever it is told a line, ends in order when it is told so by a signal or when standard input ends.
 */
final class InstanceProcess {

    static final String STATUS = "STATUS ";

    private InstanceProcess() {}

    public static void main(String[] words) throws Exception {
        RedisStore store = RedisStore.at(RedisAddress.at(words[1]), Namespaces.DEFAULT.distribution());
        Distributor distributor = Distributor.start(store, DistributorSettings.of(words[0]));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            distributor.close();
            store.close();
        }));
        Ends.awaitEnd(line -> System.out.println(STATUS + text(distributor.status())));
        System.exit(0);
    }

    /** Whether it writes, the rounds that it has done, and who writes as far as it knows. */
    private static String text(DistributorStatus status) {
        return status.writing() + " " + status.counters().rounds() + " "
                + status.writer().orElse("");
    }
}

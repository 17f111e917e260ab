package dev.divvy.distributor.scenario;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.RedisStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** An instance of the distributor. Arguments: its name, the poll interval in ms, the ping timeout in ms, the addresses of Redis. */
final class DistributorProcess {

    private DistributorProcess() {}

    public static void main(String[] words) throws InterruptedException {
        Duration pace = Duration.ofMillis(Long.parseLong(words[1]));
        Duration timeout = Duration.ofMillis(Long.parseLong(words[2]));
        RedisStore store = RedisStore.at(RedisAddress.at(words[3].split(",", -1)), Namespaces.DEFAULT.distribution());
        DistributorSettings settings = DistributorSettings.of(words[0]).withPollInterval(pace);
        Distributor distributor =
                Distributor.start(store, settings.withPing(settings.ping().withTimeout(timeout)));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            distributor.close();
            store.close();
            System.out.println("END");
        }));
        System.out.println("STARTED");
        new CountDownLatch(1).await();
    }
}

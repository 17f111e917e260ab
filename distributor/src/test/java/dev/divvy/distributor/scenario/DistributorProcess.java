package dev.divvy.distributor.scenario;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.StoreNames;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** The main class of a distributor instance. Arguments: its name, poll interval in ms, ping timeout in ms, addresses of Redis. */
final class DistributorProcess {

    private DistributorProcess() {}

    public static void main(String[] args) throws InterruptedException {
        Duration pollInterval = Duration.ofMillis(Long.parseLong(args[1]));
        Duration timeout = Duration.ofMillis(Long.parseLong(args[2]));
        RedisStore store = RedisStore.at(RedisAddress.at(args[3].split(",", -1)), StoreNames.DEFAULT.distribution());
        DistributorSettings settings = DistributorSettings.of(args[0]).withPollInterval(pollInterval);
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

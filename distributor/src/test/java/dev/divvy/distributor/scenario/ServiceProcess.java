package dev.divvy.distributor.scenario;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.ServiceClient;
import dev.divvy.distributor.ServiceSettings;
import dev.divvy.distributor.StoreNames;
import dev.divvy.distributor.Unit;
import dev.divvy.distributor.UnitListener;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The main class of a service that uses the client. Prints when it gains and loses units and when it was paused, by the clock that all
 * processes of a machine share. Arguments: its port, addresses of Redis.
 */
final class ServiceProcess {

    /** The grace time, less the second until the next look at the table and half a second for the rest. */
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    private ServiceProcess() {}

    public static void main(String[] args) throws InterruptedException {
        DaemonThreads.start("pause detector", ServiceProcess::detectPauses);
        RedisStore store = RedisStore.at(RedisAddress.at(args[1].split(",", -1)), StoreNames.DEFAULT.distribution());
        ServiceClient client = ServiceClient.start(
                store, ServiceSettings.at("127.0.0.1", Integer.parseInt(args[0])), new UnitListener() {
                    @Override
                    public void gained(Unit unit) {
                        print("GAINED", unit);
                    }

                    @Override
                    public void lost(Unit unit) {
                        print("LOST", unit);
                    }
                });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            client.close();
            store.close();
            System.out.println("END");
        }));
        System.out.println("STARTED " + client.name());
        new CountDownLatch(1).await();
    }

    private static void detectPauses() {
        for (long last = System.nanoTime(), now; ; last = now) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            now = System.nanoTime();
            if (now - last > LONGEST_PAUSE.toNanos()) {
                System.out.println("PAUSED " + last + " " + now);
            }
        }
    }

    private static void print(String event, Unit unit) {
        System.out.println(event + " " + System.nanoTime() + " " + unit.fence().epoch() + " " + unit.name());
    }
}

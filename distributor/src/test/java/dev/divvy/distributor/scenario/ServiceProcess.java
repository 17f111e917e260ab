package dev.divvy.distributor.scenario;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.ServiceClient;
import dev.divvy.distributor.ServiceSettings;
import dev.divvy.distributor.Unit;
import dev.divvy.distributor.UnitListener;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A service that uses the client, and says when it gains and loses units and from when to when it stood still, by the clock that all
 * processes of a machine share. Arguments: its port, the addresses of Redis.
 */
final class ServiceProcess {

    /** The grace time, less the second until the next look at the table and half a second for the rest. */
    private static final Duration STILL = Duration.ofMillis(500);

    private ServiceProcess() {}

    public static void main(String[] words) throws InterruptedException {
        DaemonThreads.start("pulse", ServiceProcess::feelPulse);
        RedisStore store = RedisStore.at(RedisAddress.at(words[1].split(",", -1)), Namespaces.DEFAULT.distribution());
        ServiceClient client = ServiceClient.start(
                store, ServiceSettings.at("127.0.0.1", Integer.parseInt(words[0])), new UnitListener() {
                    @Override
                    public void gained(Unit unit) {
                        say("GAINED", unit);
                    }

                    @Override
                    public void lost(Unit unit) {
                        say("LOST", unit);
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

    private static void feelPulse() {
        for (long last = System.nanoTime(), now; ; last = now) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            now = System.nanoTime();
            if (now - last > STILL.toNanos()) {
                System.out.println("STILL " + last + " " + now);
            }
        }
    }

    private static void say(String what, Unit unit) {
        System.out.println(what + " " + System.nanoTime() + " " + unit.fence().epoch() + " " + unit.name());
    }
}

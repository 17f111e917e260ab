package dev.divvy.distributor.scenario;

import dev.divvy.boardredis.link.RedisPlace;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.client.ServiceClient;
import dev.divvy.distributor.client.ServiceSettings;
import dev.divvy.distributor.client.Unit;
import dev.divvy.distributor.client.UnitListener;
import dev.divvy.distributor.redis.RedisStore;
import java.util.concurrent.CountDownLatch;

/**
 * A service that uses the client, and says when it gains and loses units, by the clock that all processes of a machine share. Arguments: its
 * port, the addresses of Redis.
 */
final class ServiceProcess {

    private ServiceProcess() {}

    public static void main(String[] words) throws InterruptedException {
        RedisStore store = RedisStore.at(RedisPlace.at(words[1].split(",", -1)), Namespaces.DEFAULT.distribution());
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

    private static void say(String what, Unit unit) {
        System.out.println(what + " " + System.nanoTime() + " " + unit.fence().epoch() + " " + unit.name());
    }
}

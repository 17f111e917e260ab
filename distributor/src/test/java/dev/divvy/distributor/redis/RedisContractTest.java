package dev.divvy.distributor.redis;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.connection.RedisScriptClient;
import dev.divvy.boardredis.connection.Script;
import dev.divvy.distributor.store.StoreContract;
import dev.divvy.distributor.store.TestStore;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisCluster;
import dev.divvy.testservers.redis.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Nested;

/** The contract of all stores on a server and on a cluster. */
@NeedsRedis
class RedisContractTest {

    @Nested
    class OnAServer extends RedisStoreContract {
        OnAServer() {
            super(RedisAddress.at(
                    RedisServer.shared().host() + ":" + RedisServer.shared().port()));
        }
    }

    @Nested
    class OnACluster extends RedisStoreContract {
        OnACluster() {
            super(RedisAddress.at(RedisCluster.shared().addresses().toArray(new String[0])));
        }
    }

    abstract static class RedisStoreContract implements StoreContract {

        private static final Script PUSH = new Script("push", "return redis.call('RPUSH', KEYS[1], unpack(ARGV))");

        /** A busy machine may be slow to begin with. */
        private static final Duration PATIENCE = Duration.ofSeconds(20);

        private final String distribution = "test-" + UUID.randomUUID();
        private final RedisAddress place;
        private final TestStore opened;

        RedisStoreContract(RedisAddress place) {
            this.place = place;
            this.opened = new TestStore(
                    RedisStorePorts.open(place, distribution, PATIENCE),
                    RedisStorePorts.open(place, distribution, PATIENCE));
        }

        @Override
        public TestStore opened() {
            return opened;
        }

        @Override
        public String namespace() {
            return "names of " + distribution;
        }

        @Override
        public boolean rawPush(String namespace, List<String> names) {
            try (RedisScriptClient link = new RedisScriptClient(place)) {
                link.query(
                        PUSH,
                        List.of(namespace.getBytes(StandardCharsets.UTF_8)),
                        names.stream()
                                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                                .toList(),
                        Duration.ofSeconds(10));
            }
            return true;
        }
    }
}

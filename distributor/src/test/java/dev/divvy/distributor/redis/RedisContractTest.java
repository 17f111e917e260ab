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

/** The contract of stores, on a Redis server and on a cluster. */
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

        /** Long enough for a busy machine. */
        private static final Duration TIMEOUT = Duration.ofSeconds(20);

        private final String distribution = "test-" + UUID.randomUUID();
        private final RedisAddress address;
        private final TestStore opened;

        RedisStoreContract(RedisAddress address) {
            this.address = address;
            this.opened = new TestStore(
                    RedisStorePorts.open(address, distribution, TIMEOUT),
                    RedisStorePorts.open(address, distribution, TIMEOUT));
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
            try (RedisScriptClient client = new RedisScriptClient(address)) {
                client.query(
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

package dev.divvy.boardredis;

import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisCluster;
import dev.divvy.testservers.redis.RedisServer;
import org.junit.jupiter.api.Nested;

/** The board keeps the contract on a server and on a cluster. */
class ContractTest {

    @Nested
    @NeedsRedis
    class Server extends RedisBoardContract {
        Server() {
            super(RedisAddress.at(
                    RedisServer.shared().host() + ":" + RedisServer.shared().port()));
        }
    }

    /** Each change waits for the replica of its master. */
    @Nested
    @NeedsRedis
    class Cluster extends RedisBoardContract {
        Cluster() {
            super(RedisAddress.at(RedisCluster.shared().addresses().toArray(String[]::new)));
        }
    }
}

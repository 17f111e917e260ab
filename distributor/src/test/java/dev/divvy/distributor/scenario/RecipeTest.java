package dev.divvy.distributor.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.PingSettings;
import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.StoreAccessException;
import dev.divvy.distributor.StoreNames;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsNode;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.NodeProgram;
import dev.divvy.testservers.process.TestProcess;
import dev.divvy.testservers.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Services in another language that follow the recipe in docs/distributor.md with public clients only. */
@NeedsRedis
@NeedsNode
@Timeout(120)
class RecipeTest {

    private static final String PROTO =
            Path.of("src/main/resources/divvy/distributor/v1/ping.proto").toString();

    @Test
    void aServiceThatFollowsTheRecipeWorksUnchanged() {
        StoreNames names = StoreNames.DEFAULT;
        try (RedisServer redis = RedisServer.start();
                RedisStore store =
                        RedisStore.at(RedisAddress.at(redis.host() + ":" + redis.port()), names.distribution());
                Distributor distributor = Distributor.start(store, settings());
                TestProcess first = service(redis);
                TestProcess second = service(redis)) {
            List<String> units = List.of("workunit1", "workunit2", "workunit3", "workunit4", "workunit 5");
            Await.answer(
                    "the units are added",
                    StoreAccessException.class,
                    () -> store.names().add(names.units(), units));
            Await.until(
                    "both have their share",
                    () -> isFair(unitsOf(first), unitsOf(second))
                            && Collections.disjoint(unitsOf(first), unitsOf(second)));
            assertThat(Await.answer(
                            "the services",
                            StoreAccessException.class,
                            () -> store.names().read(names.services().get(0))))
                    .containsExactlyInAnyOrder(first.name(), second.name());
            first.kill();
            Await.until("the other has all", () -> unitsOf(second).size() == 5);
            Await.until(
                    "it stays registered", () -> distributor.status().services().size() == 2);
        }
    }

    private static boolean isFair(List<String> some, List<String> others) {
        return some.size() + others.size() == 5 && some.size() >= 2 && others.size() >= 2;
    }

    private static DistributorSettings settings() {
        return DistributorSettings.of("d1")
                .withPollInterval(Duration.ofMillis(200))
                .withPing(PingSettings.defaults().withTimeout(Duration.ofSeconds(20)));
    }

    private static TestProcess service(RedisServer redis) {
        String port = Integer.toString(Ports.free());
        return NodeProgram.start("127.0.0.1:" + port, "service.js", Integer.toString(redis.port()), port, PROTO);
    }

    /** Returns the units of the last field that the service read. */
    private static List<String> unitsOf(TestProcess service) {
        List<String> fields = service.output("units ");
        return fields.isEmpty() ? List.of() : AssignmentTable.units(fields.get(fields.size() - 1));
    }
}

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
import dev.divvy.testservers.needs.NeedsPython;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.NodeProgram;
import dev.divvy.testservers.process.PythonProgram;
import dev.divvy.testservers.process.TestProcess;
import dev.divvy.testservers.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Services in other languages that follow the recipe in docs/distributor.md with public clients only. */
@NeedsRedis
@Timeout(120)
class RecipeTest {

    private static final Path EXAMPLE = Path.of("..", "examples", "service.py");
    private static final String DIVVY =
            Path.of("src/main/resources/divvy/distributor/v1/ping.proto").toString();
    private static final String OTHER = Path.of("src/test/node/pinger.proto").toString();

    private static final StoreNames NAMES = StoreNames.DEFAULT;

    private final RedisServer redis = RedisServer.start();
    private final RedisStore store =
            RedisStore.at(RedisAddress.at(redis.host() + ":" + redis.port()), NAMES.distribution());

    @AfterEach
    void end() {
        store.close();
        redis.close();
    }

    @Test
    @NeedsNode
    void aServiceInNodeWorksUnchangedAndSoDoesOneWithTheProtoOfTheOtherDistributor() {
        try (TestProcess first = node(DIVVY, "divvy.distributor.v1.Ping");
                TestProcess second = node(OTHER, "proto.GRPCPinger")) {
            shareAndTakeOver(first, second, service -> "units ");
        }
    }

    @Test
    @NeedsPython
    void theExampleInPythonWorksAndUnregistersWhenItEnds() {
        try (TestProcess first = python();
                TestProcess second = python()) {
            shareAndTakeOver(first, second, service -> service + " works on: ");
            second.terminate();
            assertThat(services()).containsExactly(first.name());
        }
    }

    private TestProcess node(String proto, String service) {
        String port = Integer.toString(Ports.free());
        return NodeProgram.start(
                "127.0.0.1:" + port, "service.js", Integer.toString(redis.port()), port, proto, service);
    }

    private TestProcess python() {
        String port = Integer.toString(Ports.free());
        return PythonProgram.start("127.0.0.1:" + port, EXAMPLE, port, "redis://127.0.0.1:" + redis.port());
    }

    /**
     * Two services share five units; the first is killed, and the second gets all.
     *
     * @param prefix from the name of a service to the text that it prints before its units
     */
    private void shareAndTakeOver(TestProcess first, TestProcess second, UnaryOperator<String> prefix) {
        try (Distributor distributor = Distributor.start(store, settings())) {
            List<String> units = List.of("workunit1", "workunit2", "workunit3", "workunit4", "workunit 5");
            Await.answer(
                    "the units are added",
                    StoreAccessException.class,
                    () -> store.names().add(NAMES.units(), units));
            Await.until("both have their share", () -> isFair(unitsOf(first, prefix), unitsOf(second, prefix)));
            assertThat(services()).containsExactlyInAnyOrder(first.name(), second.name());
            first.kill();
            Await.until("the other has all", () -> unitsOf(second, prefix).size() == 5);
            Await.until(
                    "it stays registered", () -> distributor.status().services().size() == 2);
        }
    }

    private List<String> services() {
        return Await.answer(
                "the services",
                StoreAccessException.class,
                () -> store.names().read(NAMES.services().get(0)));
    }

    private static boolean isFair(List<String> some, List<String> others) {
        return some.size() + others.size() == 5
                && some.size() >= 2
                && others.size() >= 2
                && Collections.disjoint(some, others);
    }

    private static DistributorSettings settings() {
        return DistributorSettings.of("d1")
                .withPollInterval(Duration.ofMillis(200))
                .withPing(PingSettings.defaults().withTimeout(Duration.ofSeconds(20)));
    }

    /** Returns the units of the last field that the service read. */
    private static List<String> unitsOf(TestProcess service, UnaryOperator<String> prefix) {
        List<String> fields = service.output(prefix.apply(service.name()));
        return fields.isEmpty() ? List.of() : AssignmentTable.units(fields.get(fields.size() - 1));
    }
}

package dev.divvy.distributor.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.connection.RedisAccessException;
import dev.divvy.boardredis.connection.RedisScriptClient;
import dev.divvy.boardredis.connection.Script;
import dev.divvy.distributor.Distributor;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.DistributorStatus.Refusal;
import dev.divvy.distributor.PingSettings;
import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.ServiceClient;
import dev.divvy.distributor.ServiceSettings;
import dev.divvy.distributor.StoreAccess;
import dev.divvy.distributor.StoreAccessException;
import dev.divvy.distributor.StoreNames;
import dev.divvy.distributor.Unit;
import dev.divvy.distributor.UnitListener;
import dev.divvy.distributor.ping.PingServer;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsRedis;
import dev.divvy.testservers.redis.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A distributor on a Redis that is unavailable, or was changed by others. */
@NeedsRedis
@Timeout(120)
class RedisProblemTest {

    private static final StoreNames NAMES = StoreNames.DEFAULT;

    /** For requests that must not be repeated: longer than a busy machine pauses. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final RedisServer redis = RedisServer.start();
    private final RedisAddress address = RedisAddress.at(redis.host() + ":" + redis.port());
    private final RedisScriptClient raw = new RedisScriptClient(address);
    private final RedisStore store = RedisStore.at(address, NAMES.distribution(), Duration.ofSeconds(10));
    private final PingServer service = PingServer.start("127.0.0.1", 0);
    private final String name = "127.0.0.1:" + service.port();

    @BeforeEach
    void begin() {
        add(NAMES.services().get(0), List.of(name));
        add(NAMES.units(), List.of("a", "b"));
    }

    @AfterEach
    void end() {
        service.close();
        store.close();
        raw.close();
        redis.close();
    }

    @Test
    void aListKeyOfAnotherTypeIsReportedAndTheTableStays() {
        try (Distributor distributor = distributor()) {
            awaitUnits("a,b");
            command("SET", NAMES.units(), "not a list");
            awaitProblem(distributor, NAMES.units() + " is a string, not a list");
            assertThat(distribution().table().fields()).containsEntry(name, "a,b");
            command("DEL", NAMES.units());
            add(NAMES.units(), List.of("c"));
            awaitUnits("c");
            Await.until("no problem", () -> distributor.status().problem().isEmpty());
        }
    }

    @Test
    void aTableKeyOfAnotherTypeIsNotOverwritten() {
        command("SET", NAMES.distribution(), "another program's");
        try (Distributor distributor = distributor()) {
            awaitProblem(distributor, NAMES.distribution() + " is a string, not a hash");
            assertThat(new String((byte[]) command("GET", NAMES.distribution()), StandardCharsets.UTF_8))
                    .isEqualTo("another program's");
            command("DEL", NAMES.distribution());
            awaitUnits("a,b");
        }
    }

    @Test
    void otherKeysOfAnotherTypeAreReportedToo() {
        try (Distributor distributor = distributor()) {
            awaitUnits("a,b");
            command("SET", "{sys-matching-table}:divvy:handovers", "x");
            awaitProblem(distributor, "{sys-matching-table}:divvy:handovers is a string, not a hash");
            command("DEL", "{sys-matching-table}:divvy:handovers");
            command("HSET", "{sys-matching-table}:divvy:distribution", "epoch", "banana");
            awaitProblem(distributor, "the epoch of the table is \"banana\", which is not a number");
            command("DEL", "{sys-matching-table}:divvy:distribution");
            Await.until("no problem", () -> distributor.status().problem().isEmpty());
        }
    }

    private static void awaitProblem(Distributor distributor, String words) {
        Await.until(
                "the problem " + words,
                () -> distributor.status().problem().orElse("").contains(words));
    }

    @Test
    void namesThatAreNotTextAreLeftOutAndTheRestIsDivided() {
        command("PING");
        raw.query(
                new Script("push", "return redis.call('RPUSH', KEYS[1], ARGV[1])"),
                List.of(NAMES.units().getBytes(StandardCharsets.UTF_8)),
                List.of(new byte[] {'x', (byte) 0xC3, (byte) 0x28}),
                TIMEOUT);
        add(NAMES.units(), List.of("c,d", "ü"));
        try (Distributor distributor = distributor()) {
            awaitUnits("a,b,ü");
            List<Refusal> refused = new ArrayList<>();
            Await.until(
                    "the refusals", () -> refused.addAll(distributor.status().refused()));
            assertThat(refused)
                    .extracting(Refusal::why)
                    .anySatisfy(why -> assertThat(why).contains("UTF-8"))
                    .anySatisfy(why -> assertThat(why).contains("comma"))
                    .hasSize(2);
        }
    }

    @Test
    void anUnavailableRedisIsWaitedForAtTheStartAndLater() {
        redis.stop();
        try (Distributor distributor = distributor()) {
            Await.until("the problem", () -> distributor.status().problem().isPresent());
            redis.startAgain();
            awaitUnits("a,b");
            redis.kill();
            Await.until(
                    "the problem again", () -> distributor.status().problem().isPresent());
            redis.startAgain();
            add(NAMES.units(), List.of("c"));
            awaitUnits("a,b,c");
        }
    }

    @Test
    void afterAFlushTheTableIsWrittenAgainWithAHigherEpoch() {
        try (Distributor distributor = distributor()) {
            awaitUnits("a,b");
            long epoch = epoch();
            command("FLUSHALL");
            add(NAMES.services().get(0), List.of(name));
            add(NAMES.units(), List.of("a", "b"));
            awaitUnits("a,b");
            assertThat(epoch()).isGreaterThan(epoch);
            Await.until("it writes", () -> distributor.status().writing());
        }
    }

    @Test
    void afterAFlushAClientRegistersAndAcknowledgesAgain() throws InterruptedException {
        UnitListener listener = new UnitListener() {
            @Override
            public void gained(Unit unit) {}

            @Override
            public void lost(Unit unit) {}
        };
        ServiceSettings settings = ServiceSettings.at("127.0.0.1", 0).withPoll(Duration.ofMillis(100));
        try (Distributor distributor = distributor();
                ServiceClient client = ServiceClient.start(store, settings, listener)) {
            Await.until("it has a unit", () -> !client.units().isEmpty());
            command("FLUSHALL");
            add(NAMES.units(), List.of("a", "b"));
            Await.until(
                    "it is registered and known again",
                    () -> client.units().size() == 2
                            && distribution().acknowledged().containsKey(client.name()));
            // The table is written before the status changes.
            Await.until(
                    "the distributor knows it",
                    () -> distributor.status().services().size() == 1);
        }
    }

    @Test
    void aFieldThatIsNotTextIsRemovedOnce() {
        try (Distributor distributor = distributor()) {
            awaitUnits("a,b");
            command("PING");
            raw.query(
                    new Script("odd", "return redis.call('HSET', KEYS[1], ARGV[1], 'a')"),
                    List.of(NAMES.distribution().getBytes(StandardCharsets.UTF_8)),
                    List.of(new byte[] {(byte) 0xC3, (byte) 0x28}),
                    TIMEOUT);
            Await.until(
                    "the table is repaired",
                    () -> distributor.status().counters().redistributions() == 2);
            long rounds = distributor.status().counters().rounds();
            Await.until("more rounds", () -> distributor.status().counters().rounds() > rounds + 3);
            assertThat(distributor.status().counters().redistributions()).isEqualTo(2);
        }
    }

    @Test
    void aTableChangedByHandIsRepaired() {
        try (Distributor distributor = distributor()) {
            awaitUnits("a,b");
            command("HSET", NAMES.distribution(), "127.0.0.1:1", "a,b", name, "a");
            Await.until("the table as it was", () -> table().equals(AssignmentTable.of(Map.of(name, "a,b"))));
            long rounds = distributor.status().counters().rounds();
            Await.until("more rounds", () -> distributor.status().counters().rounds() > rounds + 1);
            assertThat(distributor.status().counters().redistributions()).isEqualTo(2);
        }
    }

    private Distributor distributor() {
        return Distributor.start(
                store,
                DistributorSettings.of("d1")
                        .withPollInterval(Duration.ofMillis(100))
                        .withPing(PingSettings.defaults().withTimeout(Duration.ofSeconds(20))));
    }

    private Distribution distribution() {
        return Await.answer(
                "the distribution",
                StoreAccessException.class,
                () -> StoreAccess.to(store).distribution().read());
    }

    private long epoch() {
        return distribution().version().orElseThrow().epoch();
    }

    private void add(String namespace, List<String> names) {
        Await.answer(
                namespace + " has " + names,
                StoreAccessException.class,
                () -> store.names().add(namespace, names));
    }

    private void awaitUnits(String units) {
        Await.until("the units " + units, () -> units.equals(table().fields().get(name)));
    }

    /** Returns the table; empty while Redis is unavailable or the key has another type. */
    private AssignmentTable table() {
        try {
            return StoreAccess.to(store).distribution().read().table();
        } catch (StoreAccessException e) {
            return AssignmentTable.EMPTY;
        }
    }

    private Object command(String... words) {
        Script script = new Script("command", "return redis.call(unpack(ARGV))");
        Object[] result = new Object[1];
        Await.until("a reply to " + Arrays.toString(words), () -> {
            try {
                Object reply = raw.query(
                        script,
                        List.of(NAMES.distribution().getBytes(StandardCharsets.UTF_8)),
                        Arrays.stream(words)
                                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                                .toList(),
                        TIMEOUT);
                result[0] = reply == null ? "" : reply;
                return true;
            } catch (RedisAccessException e) {
                return false;
            }
        });
        return result[0];
    }
}

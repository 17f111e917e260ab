package dev.divvy.distributor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.distributor.ping.PingServer;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.Ports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A distributor on a store in memory, with real pings, in one process. */
@Timeout(180)
class DistributorTest {

    private static final StoreNames NAMES = StoreNames.DEFAULT;
    private static final String ROBOTS = NAMES.services().get(0);

    /** Long enough for a busy machine; a stopped service is noticed at once, because its connections are refused. */
    private static final PingSettings SLOW_PINGS = PingSettings.defaults().withTimeout(Duration.ofSeconds(20));

    private final MemoryStore store = new MemoryStore();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (int last = open.size() - 1; last >= 0; last--) {
            open.get(last).close();
        }
    }

    @Test
    void unitsAreDividedAmongTheServicesThatAnswer() {
        units(6);
        PingServer a = service();
        PingServer b = service();
        store.names().add(ROBOTS, List.of("127.0.0.1:1"));
        distributor("d1");
        Await.until(
                "these two services with three units each",
                () -> counts().equals(List.of(3, 3))
                        && table().fields().keySet().equals(Set.of(name(a), name(b))));
    }

    @Test
    void eachOfSeveralNamespacesDividesAllUnitsAmongItsOwnServices() {
        units(4);
        PingServer robot = service();
        PingServer parser = PingServer.start("127.0.0.1", Ports.free());
        open.add(parser);
        store.names().add("sys-parsers-list", List.of(name(parser)));
        StoreNames both = new StoreNames(List.of(ROBOTS, "sys-parsers-list"), NAMES.units(), NAMES.distribution());
        open.add(Distributor.start(store, settings("d1").withNamespaces(both)));
        Await.until("four units for each", () -> counts().equals(List.of(4, 4)));
        assertThat(table().fields()).containsOnlyKeys(name(robot), name(parser));
    }

    @Test
    void aServiceThatStopsAnsweringLosesItsUnitsAndGetsThemBackWhenItReturns() {
        units(6);
        PingServer a = service();
        PingServer b = service();
        distributor("d1");
        Await.until("two services", () -> counts().equals(List.of(3, 3)));
        AssignmentTable before = table();
        PingServerCloser.close(b);
        Await.until(
                "the other service with all",
                () -> counts().equals(List.of(6)) && table().fields().keySet().equals(Set.of(name(a))));
        open.add(PingServer.start("127.0.0.1", b.port()));
        Await.until("the same table again", () -> table().equals(before));
    }

    @Test
    void aServiceThatIsSilentForLongIsForgottenUnlessNoServiceOfItsListAnswers() {
        units(2);
        PingServer a = service();
        store.names().add(ROBOTS, List.of("127.0.0.1:1"));
        store.names().add("parsers", List.of("127.0.0.1:1"));
        StoreNames both = new StoreNames(List.of(ROBOTS, "parsers"), NAMES.units(), NAMES.distribution());
        open.add(Distributor.start(store, settings("d1").withNamespaces(both).withForgetAfter(Duration.ofMillis(300))));
        Await.until("one is forgotten", () -> store.names().read(ROBOTS).equals(List.of(name(a))));
        assertThat(store.names().read("parsers")).containsExactly("127.0.0.1:1");
        assertThat(table().fields()).containsOnlyKeys(name(a));
    }

    @Test
    void whenNoServiceAnswersTheLastTableStays() {
        units(4);
        PingServer a = service();
        Distributor distributor = distributor("d1");
        Await.until("a table", () -> counts().equals(List.of(4)));
        a.close();
        await(
                "the denial",
                distributor,
                status -> status.alive() == 0 && status.services().size() == 1);
        assertThat(counts()).isEqualTo(List.of(4));
        store.names().remove(ROBOTS, List.of(name(a)));
        Await.until("an empty table, as no service is registered", () -> table().equals(AssignmentTable.EMPTY));
    }

    @Test
    void aRoundInWhichNothingChangedWritesNothing() {
        units(4);
        service();
        Distributor distributor = distributor("d1");
        Await.until("a table", () -> counts().equals(List.of(4)));
        long rounds = distributor.status().counters().rounds();
        Await.until("more rounds", () -> distributor.status().counters().rounds() > rounds + 3);
        assertThat(StoreAccess.to(store)
                        .distribution()
                        .read()
                        .version()
                        .orElseThrow()
                        .epoch())
                .isEqualTo(1);
    }

    @Test
    void anInstanceThatDoesNotWriteChangesNothingHoweverItSeesTheNetwork() {
        units(4);
        service();
        service();
        Distributor writer = distributor("d1");
        Await.until("a table", () -> counts().equals(List.of(2, 2)));
        Distributor blind =
                Distributor.start(store, settings("d2").withPing(SLOW_PINGS.withMethod("/another.Service/Unknown")));
        open.add(blind);
        // If the writer is paused for long the other one takes over, which must not change anything either.
        await("the other knows the writer", blind, DistributorTest::knowsTheWriterOrTookOver);
        long rounds = writer.status().counters().rounds();
        Await.until(
                "more rounds",
                () -> writer.status().counters().rounds() > rounds + 5
                        || blind.status().writing());
        assertThat(StoreAccess.to(store)
                        .distribution()
                        .read()
                        .version()
                        .orElseThrow()
                        .epoch())
                .isEqualTo(1);
        writer.close();
        DistributorStatus seen = await(
                "the blind one writes",
                blind,
                status -> status.writing() && status.services().size() == 2 && status.alive() == 0);
        assertThat(seen.counters().redistributions()).isZero();
        assertThat(counts()).as("no service answers: the last table stays").isEqualTo(List.of(2, 2));
    }

    @Test
    void anInvalidNameIsLeftOut() {
        units(4);
        PingServer a = service();
        distributor("d1");
        Await.until("a table", () -> counts().equals(List.of(4)));
        store.names().add(NAMES.units(), List.of("one,more", "unit-5"));
        Await.until(
                "the good one of two new units", () -> table().unitsOf(name(a)).size() == 5);
    }

    @Test
    void ofTwoInstancesOneWritesAndTheOtherTakesOverWithoutAMove() {
        units(10);
        service();
        service();
        service();
        Distributor first = distributor("d1");
        Await.until("a table", () -> counts().size() == 3);
        Distributor second = distributorThatWaits("d2");
        AssignmentTable before = table();
        first.close();
        await(
                "the second writes",
                second,
                status -> status.writing() && status.counters().rounds() > 1);
        assertThat(table()).isEqualTo(before);
        assertThat(StoreAccess.to(store)
                        .distribution()
                        .read()
                        .version()
                        .orElseThrow()
                        .epoch())
                .isEqualTo(1);
    }

    @Test
    void aClientIsNotifiedOfItsUnitsAndNoUnitIsHeldTwice() {
        units(6);
        distributor("d1");
        ClientUnits a = client();
        ClientUnits b = client();
        Await.until("both have three", () -> a.units().size() == 3 && b.units().size() == 3);
        assertThat(a.units()).doesNotContainAnyElementsOf(b.units());
        b.client().close();
        Await.until("a has all", () -> a.units().size() == 6);
        assertThat(b.units()).isEmpty();
        assertThat(store.names().read(ROBOTS)).containsExactly(a.client().name());
    }

    @Test
    void anAcknowledgementBeforeTheRegistrationIsNotForgottenAtOnce() {
        units(2);
        service();
        StoreAccess.to(store).assignments().acknowledge("newcomer:1", 0);
        distributor("d1");
        Await.until("a table", () -> counts().equals(List.of(2)));
        assertThat(StoreAccess.to(store).distribution().read().acknowledged()).containsKey("newcomer:1");
        Await.until("it is forgotten, as it never registers", () -> {
            store.names().add(NAMES.units(), List.of("unit-" + System.nanoTime()));
            return !StoreAccess.to(store).distribution().read().acknowledged().containsKey("newcomer:1");
        });
    }

    private void units(int count) {
        store.names()
                .add(
                        NAMES.units(),
                        IntStream.range(0, count).mapToObj(i -> "unit-" + i).toList());
    }

    private PingServer service() {
        PingServer server = PingServer.start("127.0.0.1", Ports.free());
        open.add(server);
        store.names().add(ROBOTS, List.of(name(server)));
        return server;
    }

    private static String name(PingServer server) {
        return "127.0.0.1:" + server.port();
    }

    private Distributor distributor(String name) {
        Distributor distributor = Distributor.start(store, settings(name));
        open.add(distributor);
        return distributor;
    }

    private static DistributorSettings settings(String name) {
        return DistributorSettings.of(name)
                .withPollInterval(Duration.ofMillis(100))
                .withPing(SLOW_PINGS);
    }

    /** Starts an instance that waits while d1 writes; starts it again if d1 was paused so long that it took over. */
    private Distributor distributorThatWaits(String name) {
        for (int i = 0; i < 10; i++) {
            Distributor started = distributor(name);
            DistributorStatus status = await("a writer is known", started, DistributorTest::knowsTheWriterOrTookOver);
            if (!status.writing()) {
                return started;
            }
            started.close();
        }
        throw new AssertionError(name + " always writes although d1 runs");
    }

    private static boolean knowsTheWriterOrTookOver(DistributorStatus status) {
        return status.writing() || status.writer().equals(Optional.of("d1"));
    }

    /** Returns the status that met the condition; the next one may not. */
    private static DistributorStatus await(
            String what, Distributor distributor, Predicate<DistributorStatus> condition) {
        List<DistributorStatus> seen = new ArrayList<>();
        Await.until(what, () -> {
            DistributorStatus status = distributor.status();
            return condition.test(status) && seen.add(status);
        });
        return seen.get(0);
    }

    /** A client and the units that it holds. */
    private record ClientUnits(ServiceClient client, List<String> units) {}

    private ClientUnits client() {
        List<String> units = Collections.synchronizedList(new ArrayList<>());
        ServiceClient client = ServiceClient.start(store, ServiceSettings.at("127.0.0.1", 0), new UnitListener() {
            @Override
            public void gained(Unit unit) {
                units.add(unit.name());
            }

            @Override
            public void lost(Unit unit) {
                units.remove(unit.name());
            }
        });
        open.add(client);
        return new ClientUnits(client, units);
    }

    private AssignmentTable table() {
        return StoreAccess.to(store).distribution().read().table();
    }

    private List<Integer> counts() {
        return table().fields().keySet().stream()
                .map(service -> table().unitsOf(service).size())
                .sorted()
                .toList();
    }
}

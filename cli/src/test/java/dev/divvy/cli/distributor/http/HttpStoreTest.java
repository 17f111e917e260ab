package dev.divvy.cli.distributor.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.divvy.allocation.Version;
import dev.divvy.distributor.client.ServiceClient;
import dev.divvy.distributor.client.ServiceSettings;
import dev.divvy.distributor.client.Unit;
import dev.divvy.distributor.client.UnitListener;
import dev.divvy.distributor.store.Posting;
import dev.divvy.distributor.store.Posting.Assigned;
import dev.divvy.distributor.store.StoreTroubleException;
import dev.divvy.distributor.table.Releaser;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.jr.ob.JSON;

@Timeout(300)
class HttpStoreTest {

    /** So that a pause is no trouble. */
    private static final Duration LONG = Duration.ofMinutes(1);

    private Served served;
    private HttpStore store;

    @BeforeEach
    void begin() throws Exception {
        served = new Served();
        store = served.closing(HttpStore.at(served.address(), LONG));
    }

    @AfterEach
    void end() throws Exception {
        served.end();
    }

    @Test
    void listsAreThoseBehindTheDesk() {
        assertThat(store.names().add("sites", List.of("a b", "ü+%&=/", "x"))).isEqualTo(3);
        assertThat(store.names().add("sites", List.of())).isZero();
        assertThat(store.names().remove("sites", List.of("x", "y"))).isEqualTo(1);
        assertThat(store.names().read("sites")).containsExactly("a b", "ü+%&=/");
        assertThat(store.names().read("sites")).isEqualTo(served.store().names().read("sites"));
        assertThat(store.names().add("robots", List.of("[::1]:80"))).isEqualTo(1);
        assertThat(served.store().names().read("robots")).containsExactly("[::1]:80");
        assertThat(store.namespaces()).isEqualTo(Served.NAMES);
    }

    @Test
    void aHundredThousandUnitsAreOneQuestion() {
        List<String> units = IntStream.range(0, 100_000)
                .mapToObj(i -> "https://site-" + i + ".example/start")
                .toList();
        assertThat(store.names().add("sites", units)).isEqualTo(100_000);
        assertThat(store.names().read("sites")).isEqualTo(units);
    }

    @Test
    void postingsAreThoseBehindTheDesk() {
        assertThat(store.postings().look("127.0.0.1:1").version()).isEmpty();
        String service = served.service();
        store.names().add("sites", List.of("a", "b"));
        Soon.until("both units", () -> store.postings().look(service).units().size() == 2);
        assertThat(store.postings().look(service))
                .isEqualTo(served.store().postings().look(service));
        assertThat(store.table()).isEqualTo(served.store().sheets().read().table());
        // It is told after the table hangs.
        Soon.holds(
                "the service, alive",
                () -> assertThat(store.services())
                        .singleElement()
                        .satisfies(one -> assertThat(one.alive()).isTrue()));
        long epoch = store.postings().look(service).version().orElseThrow().epoch();
        store.postings().acknowledge(service, epoch);
        assertThat(served.store().sheets().read().acknowledged()).containsEntry(service, epoch);
    }

    @Test
    void aPostingSurvivesTheWay() {
        Posting posting = new Posting(
                Optional.of(new Version("table-1", 7)),
                true,
                List.of(
                        new Assigned("a \"b\"", 5, List.of(new Releaser("[::1]:80", 5), new Releaser("b:2", 4))),
                        new Assigned("ü", 0, List.of())));
        String json = JSON.std.asString(PostingJson.of(posting));
        assertThat(PostingJson.read(Read.of(JSON.std.anyFrom(json)))).isEqualTo(posting);
    }

    @Test
    void whoWantsToIsToldOfChangesAlsoAfterTheDeskWasAway() throws Exception {
        AtomicInteger ofLists = new AtomicInteger();
        AtomicInteger ofTable = new AtomicInteger();
        served.closing(store.names().onChange(ofLists::incrementAndGet));
        served.closing(store.postings().onChange(ofTable::incrementAndGet));
        Soon.until("the first hints", () -> ofLists.get() == 1 && ofTable.get() == 1);
        served.store().names().add("sites", List.of("a"));
        Soon.until("a hint of the lists", () -> ofLists.get() == 2);
        assertThat(ofTable).hasValue(1);
        served.service();
        Soon.until("a hint of the table", () -> ofTable.get() == 2);
        int before = ofTable.get();
        served.reopen(() -> assertThatThrownBy(store::table).isInstanceOf(StoreTroubleException.class));
        Soon.until("a hint after the desk is back", () -> ofTable.get() > before);
    }

    @Test
    void whatIsForWritersIsNotThere() {
        assertThatThrownBy(store::sheets)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("a distributor needs a store of its own");
        assertThatThrownBy(store::board).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void troubleIsOneLineThatSaysWhatToDo() throws Exception {
        assertThatThrownBy(() -> store.names().add("sites", List.of("a,b")))
                .isInstanceOf(StoreTroubleException.class)
                .hasMessageContaining(served.address() + " answered: \"a,b\" cannot be a name");
        assertThatThrownBy(() -> store.names().read("elsewhere")).hasMessageContaining("no namespace 'elsewhere'");
        served.reopen(() -> assertThatThrownBy(() -> store.postings().look("a:1"))
                .isInstanceOf(StoreTroubleException.class)
                .hasMessageContaining("nobody answers at " + served.address() + "; is a distributor running there"));
        HttpServer another = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        another.start();
        try (HttpStore wrong =
                HttpStore.at("http://127.0.0.1:" + another.getAddress().getPort())) {
            assertThatThrownBy(wrong::table)
                    .isInstanceOf(StoreTroubleException.class)
                    .hasMessageContaining("not as a distributor's desk does");
        } finally {
            another.stop(0);
        }
        assertThatThrownBy(() -> HttpStore.at("http://127.0.0.1:1/path"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write http://127.0.0.1:PORT");
    }

    @Test
    void twoServicesShareUnitsThroughTheDeskAndNobodyHasOneTwice() {
        served.store()
                .names()
                .add("sites", IntStream.range(0, 6).mapToObj(i -> "site-" + i).toList());
        Held held = new Held();
        ServiceClient first = client(held);
        ServiceClient second = client(held);
        Soon.holds("three each", () -> {
            Set<String> units = first.units();
            assertThat(units).hasSize(3);
            assertThat(second.units()).hasSize(3).doesNotContainAnyElementsOf(units);
        });
        second.close();
        Soon.until("the first has all", () -> first.units().size() == 6);
        assertThat(served.store().names().read("parsers")).containsExactly(first.name());
        assertThat(held.twice).isEmpty();
    }

    /** What all of them have: the next owner begins after the former one has let go. */
    private static final class Held {

        final Set<String> now = ConcurrentHashMap.newKeySet();
        final Set<String> twice = ConcurrentHashMap.newKeySet();
    }

    private ServiceClient client(Held held) {
        HttpStore own = served.closing(HttpStore.at(served.address(), LONG));
        ServiceSettings settings =
                ServiceSettings.at("127.0.0.1", 0).inNamespace("parsers").withGrace(Duration.ofSeconds(20));
        return served.closing(ServiceClient.start(own, settings, new UnitListener() {
            @Override
            public void gained(Unit unit) {
                if (!held.now.add(unit.name())) {
                    held.twice.add(unit.name());
                }
            }

            @Override
            public void lost(Unit unit) {
                held.now.remove(unit.name());
            }
        }));
    }
}

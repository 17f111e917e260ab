package dev.divvy.distributor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.distributor.ping.PingServer;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.Ports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A distributor while services and units come and go at random: the follower shows each table, and counts each move. */
@Timeout(180)
class TableFollowerHistoryTest {

    private static final int SERVICES = 5;
    private static final int STEPS = 8;
    private static final String ROBOTS = StoreNames.DEFAULT.services().get(0);

    private final MemoryStore store = new MemoryStore();
    private final TableFollower follower = TableFollower.of(store, "table");
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<String> servers = new ArrayList<>();
    private final Set<String> services = new TreeSet<>();
    private final Set<String> units = new TreeSet<>();

    /** One per table, added by the thread that writes it. */
    private final List<GroupStatus> seen = new CopyOnWriteArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (int last = open.size() - 1; last >= 0; last--) {
            open.get(last).close();
        }
    }

    @Test
    void theMovesOfStickyAreTheFewest() {
        run(Strategy.STICKY);
    }

    @Test
    void theMovesOfStableAreAtLeastTheFewest() {
        run(Strategy.STABLE);
    }

    @Test
    void theMovesOfTheRingAreAtLeastTheFewest() {
        run(Strategy.RING);
    }

    private void run(Strategy strategy) {
        long seed = System.nanoTime();
        try {
            run(strategy, new Random(seed));
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ", " + strategy, e);
        }
    }

    private void run(Strategy strategy, Random random) {
        start(strategy);
        for (int step = 0; step < STEPS; step++) {
            toggle(random, ROBOTS, services, servers.get(random.nextInt(SERVICES)));
            for (int i = 0; i < 5; i++) {
                toggle(random, StoreNames.DEFAULT.units(), units, "unit-" + random.nextInt(30));
            }
            Await.until("the table of " + services + " and " + units, this::settled);
            Await.until("it was seen", () -> !seen.isEmpty() && owners(last()).equals(table()));
            assertThat(last().members()).extracting(MemberStatus::id).containsExactlyElementsOf(services);
        }
        assertThat(seen).hasSizeGreaterThan(STEPS / 2);
        for (int table = 1; table < seen.size(); table++) {
            check(seen.get(table - 1), seen.get(table), strategy);
        }
    }

    private void start(Strategy strategy) {
        open.add(StoreAccess.to(store).assignments().onChange(() -> seen.add(follower.look())));
        for (int i = 0; i < SERVICES; i++) {
            PingServer server = PingServer.start("127.0.0.1", Ports.free());
            open.add(server);
            servers.add("127.0.0.1:" + server.port());
        }
        services.add(servers.get(0));
        store.names().add(ROBOTS, services);
        open.add(Distributor.start(
                store,
                DistributorSettings.of("d1")
                        .withStrategy(strategy)
                        .withPollInterval(Duration.ofMillis(50))
                        .withPing(PingSettings.defaults().withTimeout(Duration.ofSeconds(20)))));
    }

    /** Adds or removes a name; one service always stays, because without one there is no table. */
    private void toggle(Random random, String namespace, Set<String> names, String name) {
        if (!names.contains(name)) {
            names.add(name);
            store.names().add(namespace, List.of(name));
        } else if (random.nextInt(3) > 0 && !name.equals(servers.get(0))) {
            names.remove(name);
            store.names().remove(namespace, List.of(name));
        }
    }

    private boolean settled() {
        return store.table().keySet().equals(services) && table().keySet().equals(units);
    }

    private Map<String, String> table() {
        Map<String, String> owners = new TreeMap<>();
        store.table().forEach((service, own) -> own.forEach(unit -> owners.put(unit, service)));
        return owners;
    }

    private GroupStatus last() {
        return seen.get(seen.size() - 1);
    }

    private static Map<String, String> owners(GroupStatus status) {
        Map<String, String> owners = new TreeMap<>();
        status.members()
                .forEach(member -> member.pieces()
                        .forEach(unit -> owners.put(status.pieces().name(unit), member.id())));
        return owners;
    }

    private static void check(GroupStatus before, GroupStatus after, Strategy strategy) {
        assertThat(after.version()).isEqualTo(before.version().map(Version::next));
        EpochSummary last = after.history().get(after.history().size() - 1);
        Map<String, String> then = owners(before);
        assertThat((long) last.moved())
                .isEqualTo(owners(after).entrySet().stream()
                        .filter(unit -> !unit.getValue().equals(then.get(unit.getKey())))
                        .count());
        assertThat(last.bound()).isLessThanOrEqualTo(last.moved());
        if (strategy == Strategy.STICKY) {
            assertThat(last.bound()).isEqualTo(last.moved());
        }
    }
}

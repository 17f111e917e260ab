package dev.divvy.distributor.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.StoreAccess;
import dev.divvy.distributor.StoreAccessException;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Distributors and services as processes on one Redis, and a watch on the table. */
final class Scene implements AutoCloseable {

    /** Poll interval, and ping timeout of an instance that is to notice soon that a service stands still. */
    static final Duration PACE = Duration.ofMillis(400);

    /** Ping timeout where nobody is stopped on purpose: a busy machine denies nobody, and who is dead is refused at once. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String redis;
    private final RedisStore store;
    private final Set<String> units;
    private final List<TestProcess> distributors = new ArrayList<>();
    private final Map<String, TestProcess> services = new HashMap<>();
    private final Map<String, Turns.Stop> stopped = new HashMap<>();
    private final Map<String, Long> ended = new HashMap<>();
    private final TableWatch watch;

    Scene(List<String> addresses, int count) {
        this.redis = String.join(",", addresses);
        this.store =
                RedisStore.at(RedisAddress.at(addresses.toArray(new String[0])), Namespaces.DEFAULT.distribution());
        this.units = IntStream.range(0, count)
                .mapToObj(i -> String.format("site-%02d.example", i))
                .collect(Collectors.toCollection(TreeSet::new));
        this.watch = new TableWatch(store, units);
        Await.answer(
                "the units are added",
                StoreAccessException.class,
                () -> store.names().add(Namespaces.DEFAULT.units(), units));
    }

    /** One that denies who is silent for a moment, whether stopped on purpose or not. */
    TestProcess hastyDistributor(String name) {
        return distributor(name, PACE);
    }

    TestProcess distributor(String name) {
        return distributor(name, PATIENCE);
    }

    private TestProcess distributor(String name, Duration timeout) {
        TestProcess process = TestProcess.start(
                name,
                DistributorProcess.class,
                List.of(name, Long.toString(PACE.toMillis()), Long.toString(timeout.toMillis()), redis),
                Map.of());
        distributors.add(process);
        return process;
    }

    /** Starts a service; its name is the address. */
    TestProcess service() {
        int port = Ports.free();
        TestProcess process = TestProcess.start(
                "127.0.0.1:" + port, ServiceProcess.class, List.of(Integer.toString(port), redis), Map.of());
        services.put(process.name(), process);
        return process;
    }

    void begin() {
        watch.begin();
    }

    /** Empty while Redis does not answer. */
    AssignmentTable table() {
        try {
            return StoreAccess.to(store).distribution().read().table();
        } catch (StoreAccessException e) {
            return AssignmentTable.EMPTY;
        }
    }

    long epoch() {
        return Await.answer(
                        "the table",
                        StoreAccessException.class,
                        () -> StoreAccess.to(store).distribution().read())
                .version()
                .orElseThrow()
                .epoch();
    }

    void stop(TestProcess service) {
        long told = System.nanoTime();
        service.pause();
        stopped.put(service.name(), new Turns.Stop(told, System.nanoTime()));
    }

    void kill(TestProcess service) {
        ended.put(service.name(), System.nanoTime());
        service.kill();
    }

    /** Waits until the table gives all units to exactly these. */
    void awaitTable(TestProcess... among) {
        Set<String> names = new TreeSet<>();
        for (TestProcess service : among) {
            names.add(service.name());
        }
        Await.until(
                "a table of " + names,
                () -> table().fields().keySet().equals(names)
                        && table().owners().keySet().equals(units));
    }

    /** Waits until these services have, as they say, what the table gives to them. */
    void awaitWork(TestProcess... workers) {
        awaitTable(workers);
        for (TestProcess worker : workers) {
            Await.until(
                    worker.name() + " works on all that is its own",
                    () -> held(worker).equals(new TreeSet<>(table().unitsOf(worker.name()))));
        }
    }

    private static Set<String> held(TestProcess service) {
        Set<String> held = new TreeSet<>();
        service.said("").forEach(line -> {
            String[] words = line.split(" ", 4);
            if (words[0].equals("GAINED")) {
                held.add(words[3]);
            } else if (words[0].equals("LOST")) {
                held.remove(words[3]);
            }
        });
        return held;
    }

    /** Judges all that was seen. */
    void judge() {
        watch.close();
        assertThat(watch.faults()).as("of %d looks at the table", watch.looks()).isEmpty();
        assertThat(watch.longestGap())
                .as("the longest that a unit was nobody's")
                .isLessThan(PACE);
        Turns turns = new Turns();
        long now = System.nanoTime();
        Turns.Stop never = new Turns.Stop(now, now);
        services.values()
                .forEach(service -> turns.add(
                        service, ended.getOrDefault(service.name(), now), stopped.getOrDefault(service.name(), never)));
        assertThat(turns.count()).isGreaterThanOrEqualTo(units.size());
        assertThat(turns.overlaps()).isEmpty();
    }

    /** What all of them said, for messages. */
    String tails() {
        StringBuilder text = new StringBuilder();
        distributors.forEach(process -> text.append(process.tail()));
        services.values().forEach(process -> text.append(process.tail()));
        return text.toString();
    }

    @Override
    public void close() {
        watch.close();
        distributors.forEach(TestProcess::close);
        services.values().forEach(TestProcess::close);
        store.close();
    }
}

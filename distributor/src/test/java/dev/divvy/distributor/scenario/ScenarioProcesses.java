package dev.divvy.distributor.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.distributor.RedisStore;
import dev.divvy.distributor.StoreAccess;
import dev.divvy.distributor.StoreAccessException;
import dev.divvy.distributor.StoreNames;
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

/** Distributors and services as processes on one Redis, and an observer of the table. */
final class ScenarioProcesses implements AutoCloseable {

    /** The poll interval, and the ping timeout of an instance that has to notice a paused service soon. */
    static final Duration POLL_INTERVAL = Duration.ofMillis(400);

    /** The ping timeout if no service is paused on purpose: long enough for a busy machine; a killed service is noticed at once. */
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(10);

    private final String redis;
    private final RedisStore store;
    private final Set<String> units;
    private final List<TestProcess> distributors = new ArrayList<>();
    private final Map<String, TestProcess> services = new HashMap<>();
    private final Map<String, WorkIntervals.Pause> paused = new HashMap<>();
    private final Map<String, Long> ended = new HashMap<>();
    private final TableWatch watch;

    ScenarioProcesses(List<String> addresses, int count) {
        this.redis = String.join(",", addresses);
        this.store =
                RedisStore.at(RedisAddress.at(addresses.toArray(new String[0])), StoreNames.DEFAULT.distribution());
        this.units = IntStream.range(0, count)
                .mapToObj(i -> String.format("site-%02d.example", i))
                .collect(Collectors.toCollection(TreeSet::new));
        this.watch = new TableWatch(store, units);
        Await.answer(
                "the units are added",
                StoreAccessException.class,
                () -> store.names().add(StoreNames.DEFAULT.units(), units));
    }

    /** Starts an instance that denies a service which is silent for a moment, paused on purpose or not. */
    TestProcess distributorWithShortTimeout(String name) {
        return distributor(name, POLL_INTERVAL);
    }

    TestProcess distributor(String name) {
        return distributor(name, LONG_TIMEOUT);
    }

    private TestProcess distributor(String name, Duration timeout) {
        TestProcess process = TestProcess.start(
                name,
                DistributorProcess.class,
                List.of(name, Long.toString(POLL_INTERVAL.toMillis()), Long.toString(timeout.toMillis()), redis),
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

    /** Returns the table; empty while Redis does not answer. */
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

    void pause(TestProcess service) {
        long requested = System.nanoTime();
        service.pause();
        paused.put(service.name(), new WorkIntervals.Pause(requested, System.nanoTime()));
    }

    void kill(TestProcess service) {
        ended.put(service.name(), System.nanoTime());
        service.kill();
    }

    /** Waits until the table gives all units to exactly these services. */
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

    /** Waits until these services hold the units that the table gives to them. */
    void awaitWork(TestProcess... workers) {
        awaitTable(workers);
        for (TestProcess worker : workers) {
            Await.until(
                    worker.name() + " holds all its units",
                    () -> held(worker).equals(new TreeSet<>(table().unitsOf(worker.name()))));
        }
    }

    private static Set<String> held(TestProcess service) {
        Set<String> held = new TreeSet<>();
        service.output("").forEach(line -> {
            String[] words = line.split(" ", 4);
            if (words[0].equals("GAINED")) {
                held.add(words[3]);
            } else if (words[0].equals("LOST")) {
                held.remove(words[3]);
            }
        });
        return held;
    }

    /** Checks the tables and the work intervals that were observed. */
    void check() {
        watch.close();
        assertThat(watch.faults()).as("in %d reads of the table", watch.reads()).isEmpty();
        assertThat(watch.longestGap())
                .as("the longest time that a unit had no owner")
                .isLessThan(POLL_INTERVAL);
        WorkIntervals intervals = new WorkIntervals();
        long now = System.nanoTime();
        WorkIntervals.Pause never = new WorkIntervals.Pause(now, now);
        services.values()
                .forEach(service -> intervals.add(
                        service, ended.getOrDefault(service.name(), now), paused.getOrDefault(service.name(), never)));
        assertThat(intervals.count()).isGreaterThanOrEqualTo(units.size());
        assertThat(intervals.overlaps()).isEmpty();
    }

    /** Returns the last output of all processes, for messages. */
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

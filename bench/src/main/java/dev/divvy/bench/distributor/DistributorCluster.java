package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Jvm;
import dev.divvy.bench.live.Timing;
import dev.divvy.boardredis.RedisAddress;
import dev.divvy.distributor.StoreNames;
import dev.divvy.distributor.redis.RedisStorePorts;
import dev.divvy.distributor.store.StorePorts;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Two instances of the distributor and four services, each in a separate JVM, and a view of their table. */
final class DistributorCluster implements AutoCloseable {

    private static final int INSTANCES = 2;
    private static final int SERVICES = 4;
    private static final int UNITS = 1_000;
    private static final int MEGABYTES = 512;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String TABLE = StoreNames.DEFAULT.distribution();
    private static final String SERVICES_LIST = StoreNames.DEFAULT.services().get(0);

    private final String redis;
    private final StorePorts store;
    private final RedisProbe probe;
    private final List<TestProcess> instances = new ArrayList<>();

    /** The services by address. */
    private final Map<String, TestProcess> services = new LinkedHashMap<>();

    private int started;

    DistributorCluster(String redis) {
        this.redis = redis;
        this.store = RedisStorePorts.open(RedisAddress.at(redis), TABLE, Duration.ofSeconds(5));
        this.probe = new RedisProbe(redis);
        store.names().add(StoreNames.DEFAULT.units(), StrategyRebalancer.units(UNITS));
    }

    /** Starts missing processes, and waits until the table names all services and every instance knows the writer. */
    void settle() {
        while (instances.size() < INSTANCES) {
            String name = "instance-" + started++;
            instances.add(Jvm.start(name, MEGABYTES, DistributorProcess.class, name, redis));
        }
        List<TestProcess> newServices = new ArrayList<>();
        while (services.size() + newServices.size() < SERVICES) {
            newServices.add(ServicesProcess.start("service-" + started++, 1));
        }
        newServices.forEach(
                service -> services.put(ServicesProcess.addresses(service, 1).get(0), service));
        store.names().add(SERVICES_LIST, services.keySet());
        Timing.await(
                "the units are divided among " + services.keySet(),
                TIMEOUT,
                () -> distribution().table().fields().keySet().equals(services.keySet()));
        Timing.await(
                "all instances know the writer",
                TIMEOUT,
                () -> instances.stream().map(Status::of).allMatch(Status::knowsWriter));
    }

    Distribution distribution() {
        return store.distribution().read();
    }

    /** The status that an instance reports. */
    record Status(boolean writing, long rounds, boolean knowsWriter) {

        static Status of(TestProcess instance) {
            int before = instance.output(DistributorProcess.STATUS).size();
            instance.send("?");
            String[] fields = instance.awaitOutput(DistributorProcess.STATUS, before + 1)
                    .get(before)
                    .split(" ", -1);
            return new Status(Boolean.parseBoolean(fields[0]), Long.parseLong(fields[1]), !fields[2].isEmpty());
        }
    }

    /** Removes and returns the instance that writes; the caller ends it. */
    TestProcess removeWriter() {
        TestProcess writer = instances.stream()
                .filter(instance -> Status.of(instance).writing())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no instance writes"));
        instances.remove(writer);
        return writer;
    }

    /** Waits until the remaining instance writes, and has completed two rounds. */
    void awaitSuccessor() {
        Timing.await("the other instance writes", TIMEOUT, () -> {
            Status status = Status.of(instances.get(0));
            return status.writing() && status.rounds() >= 2;
        });
    }

    String anyService() {
        return services.keySet().iterator().next();
    }

    /** Removes and returns a service; the caller ends it. */
    TestProcess removeService(String address) {
        TestProcess service = services.remove(address);
        if (service == null) {
            throw new IllegalArgumentException("there is no service " + address);
        }
        return service;
    }

    /** Returns the instance that wrote the table last. */
    String lastWriter() {
        return probe.writerOf(TABLE);
    }

    /** Waits until the table does not contain this service. */
    void awaitGone(String address) {
        Timing.await("the table does not contain " + address, TIMEOUT, () -> !probe.hasField(TABLE, address));
    }

    /** Removes a service from the list of services. */
    void unlist(String address) {
        store.names().remove(SERVICES_LIST, List.of(address));
    }

    @Override
    public void close() {
        instances.forEach(TestProcess::close);
        services.values().forEach(TestProcess::close);
        store.names().remove(SERVICES_LIST, services.keySet());
        probe.close();
        store.close();
    }
}

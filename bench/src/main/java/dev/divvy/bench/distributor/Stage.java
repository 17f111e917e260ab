package dev.divvy.bench.distributor;

import dev.divvy.bench.live.Jvm;
import dev.divvy.bench.live.Moments;
import dev.divvy.boardredis.RedisAddress;
import dev.divvy.distributor.Namespaces;
import dev.divvy.distributor.redis.RedisStorePorts;
import dev.divvy.distributor.store.StorePorts;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Two instances of the distributor and four services, each in a JVM of its own, and one who looks at their table. */
final class Stage implements AutoCloseable {

    private static final int INSTANCES = 2;
    private static final int SERVICES = 4;
    private static final int UNITS = 1_000;
    private static final int MEGABYTES = 512;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String TABLE = Namespaces.DEFAULT.distribution();
    private static final String SERVICES_LIST = Namespaces.DEFAULT.services().get(0);

    private final String redis;
    private final StorePorts store;
    private final Redis onlooker;
    private final List<TestProcess> instances = new ArrayList<>();

    /** By address. */
    private final Map<String, TestProcess> services = new LinkedHashMap<>();

    private int started;

    Stage(String redis) {
        this.redis = redis;
        this.store = RedisStorePorts.open(RedisAddress.at(redis), TABLE, Duration.ofSeconds(5));
        this.onlooker = new Redis(redis);
        store.names().add(Namespaces.DEFAULT.units(), Divided.units(UNITS));
    }

    /** Starts who is missing, and waits until the table is that of all who are there and a second instance is ready to take over. */
    void settle() {
        while (instances.size() < INSTANCES) {
            String name = "instance-" + started++;
            instances.add(Jvm.start(name, MEGABYTES, InstanceProcess.class, name, redis));
        }
        List<TestProcess> young = new ArrayList<>();
        while (services.size() + young.size() < SERVICES) {
            young.add(ServicesProcess.start("service-" + started++, 1));
        }
        young.forEach(
                service -> services.put(ServicesProcess.addresses(service, 1).get(0), service));
        store.names().add(SERVICES_LIST, services.keySet());
        Moments.await(
                "the units are divided among " + services.keySet(),
                PATIENCE,
                () -> distribution().table().fields().keySet().equals(services.keySet()));
        Moments.await(
                "everybody knows who writes",
                PATIENCE,
                () -> instances.stream().map(Status::of).allMatch(Status::knowsWriter));
    }

    Distribution distribution() {
        return store.distribution().read();
    }

    /** How one instance sees itself. */
    record Status(boolean writing, long rounds, boolean knowsWriter) {

        static Status of(TestProcess instance) {
            int before = instance.said(InstanceProcess.STATUS).size();
            instance.tell("?");
            String[] words = instance.awaitSaid(InstanceProcess.STATUS, before + 1)
                    .get(before)
                    .split(" ", -1);
            return new Status(Boolean.parseBoolean(words[0]), Long.parseLong(words[1]), !words[2].isEmpty());
        }
    }

    /** The instance that writes goes off this stage; it is still to be ended. */
    TestProcess takeWriter() {
        TestProcess writer = instances.stream()
                .filter(instance -> Status.of(instance).writing())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nobody writes"));
        instances.remove(writer);
        return writer;
    }

    /** Waits until the instance that is left writes, and has done a few rounds. */
    void awaitSuccessor() {
        Moments.await("another writes", PATIENCE, () -> {
            Status status = Status.of(instances.get(0));
            return status.writing() && status.rounds() >= 2;
        });
    }

    String oneService() {
        return services.keySet().iterator().next();
    }

    /** A service goes off this stage; it is still to be ended. */
    TestProcess takeService(String address) {
        TestProcess service = services.remove(address);
        if (service == null) {
            throw new IllegalArgumentException("there is no service " + address);
        }
        return service;
    }

    /** The instance that wrote the table last. */
    String lastWriter() {
        return onlooker.writerOf(TABLE);
    }

    /** Waits until the table is without this service. */
    void awaitGone(String address) {
        Moments.await("the table is without " + address, PATIENCE, () -> !onlooker.hasField(TABLE, address));
    }

    /** Takes it off the list. */
    void forget(String address) {
        store.names().remove(SERVICES_LIST, List.of(address));
    }

    @Override
    public void close() {
        instances.forEach(TestProcess::close);
        services.values().forEach(TestProcess::close);
        store.names().remove(SERVICES_LIST, services.keySet());
        onlooker.close();
        store.close();
    }
}

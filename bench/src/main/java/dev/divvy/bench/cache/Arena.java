package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.FloorProcess;
import dev.divvy.bench.cache.contestant.Kind;
import dev.divvy.bench.cache.contestant.Said;
import dev.divvy.bench.live.Jvm;
import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.TestProcess;
import dev.divvy.testservers.redis.RedisServer;
import dev.divvy.testservers.redis.RedisTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Servers and processes that end together. */
final class Arena implements AutoCloseable {

    private static final int MEGABYTES = 1_024;

    /** As caches are run: nothing is kept on disk. And Redis may be filled at once. */
    private static final Map<String, String> NO_DISK =
            Map.of("save", "", "appendonly", "no", "enable-debug-command", "local");

    /** For everyone's processes of Java, as {@code ./divvy node} has it: large pages, if the system has them, and no search for leaks. */
    private static final List<String> AT_FULL_SPEED = fullSpeed();

    /** What Java has laid down for members of a kind. */
    private final Map<Kind, Path> archives = new EnumMap<>(Kind.class);

    /** How everything ends, the youngest first. */
    private final Deque<Runnable> ends = new ArrayDeque<>();

    /** Starts a contestant, and whoever uses it. */
    Driver enter(Kind kind, Extent extent) {
        List<Integer> ports = switch (kind) {
            case DIVVY, HAZELCAST -> members(kind);
            case REDIS -> List.of(redis());
            case REDIS_CLUSTER -> redisCluster();
            case FLOOR -> List.of(floor(), floor());
        };
        TestProcess process = jvm(
                "user of " + kind,
                DriverProcess.class,
                kind.name(),
                Integer.toString(extent.keys()),
                Integer.toString(extent.windowMillis()),
                text(ports));
        process.awaitSaid(Said.READY, 1);
        return new Driver(process);
    }

    /** All ports of a cluster of which the first member is still to come. */
    private List<Integer> members(Kind kind) {
        List<Integer> ports = ports(DriverProcess.MEMBERS);
        for (int port : ports.subList(1, ports.size())) {
            member(kind, port, ports);
        }
        return ports;
    }

    /** A member, when it serves. */
    TestProcess member(Kind kind, int port, List<Integer> all) {
        TestProcess process = startMember(kind, port, all);
        process.awaitSaid(Said.SERVING, 1);
        return process;
    }

    /** A member that was just started. */
    TestProcess startMember(Kind kind, int port, List<Integer> all) {
        Path archive = archives.get(kind);
        return startMember(kind, port, all, archive == null ? List.of() : List.of("-XX:SharedArchiveFile=" + archive));
    }

    private TestProcess startMember(Kind kind, int port, List<Integer> all, List<String> options) {
        return keep(Jvm.start(
                kind + " " + port,
                MEGABYTES,
                Stream.concat(AT_FULL_SPEED.stream(), options.stream()).toList(),
                MemberProcess.class,
                kind.name(),
                Integer.toString(port),
                text(all)));
    }

    /**
     * Lets two members meet and part that nobody measures, and has Java lay down what it loads for it. Members that come afterwards start
     * with that, as {@code ./divvy node} does.
     */
    void rehearse(Kind kind) throws IOException {
        Path archive = Files.createTempDirectory("divvy-bench").resolve("member.jsa");
        ends.push(() -> {
            try {
                Files.deleteIfExists(archive);
                Files.delete(archive.getParent());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        List<Integer> ports = ports(2);
        try (TestProcess first = member(kind, ports.get(0), ports);
                TestProcess second =
                        startMember(kind, ports.get(1), ports, List.of("-XX:ArchiveClassesAtExit=" + archive))) {
            second.awaitSaid(Said.SERVING, 1);
            second.terminate();
            first.terminate();
        }
        if (Files.exists(archive)) {
            archives.put(kind, archive);
        }
    }

    private static List<String> fullSpeed() {
        List<String> options = new ArrayList<>(List.of("-Dio.netty.leakDetection.level=disabled"));
        try {
            String pages = Files.readString(Path.of("/sys/kernel/mm/transparent_hugepage/enabled"));
            if (!pages.contains("[never]")) {
                options.add("-XX:+UseTransparentHugePages");
            }
        } catch (IOException e) {
            // A system without them.
        }
        return options;
    }

    static List<Integer> ports(int count) {
        List<Integer> ports = new ArrayList<>();
        while (ports.size() < count) {
            ports.add(Ports.free());
        }
        return ports;
    }

    TestProcess jvm(String name, Class<?> main, String... arguments) {
        return keep(Jvm.start(name, MEGABYTES, AT_FULL_SPEED, main, arguments));
    }

    private TestProcess keep(TestProcess process) {
        ends.push(process::close);
        return process;
    }

    /** A lone Redis; answers its port. */
    int redis() {
        return keep(RedisServer.start(NO_DISK)).port();
    }

    private List<Integer> redisCluster() {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < DriverProcess.MEMBERS; i++) {
            Map<String, String> settings = new HashMap<>(NO_DISK);
            settings.put("cluster-enabled", "yes");
            settings.put("cluster-port", Integer.toString(Ports.free()));
            ports.add(keep(RedisServer.start(settings)).port());
        }
        List<String> words = new ArrayList<>(List.of("create"));
        ports.forEach(port -> words.add("127.0.0.1:" + port));
        words.add("--cluster-yes");
        RedisTools.Ran ran = RedisTools.cluster(words.toArray(String[]::new));
        if (ran.exitCode() != 0) {
            throw new IllegalStateException("redis-cli made no cluster: " + ran.text());
        }
        return ports;
    }

    private int floor() {
        TestProcess process = jvm("floor", FloorProcess.class);
        return Integer.parseInt(process.awaitSaid(Said.PORT, 1).get(0));
    }

    private RedisServer keep(RedisServer server) {
        ends.push(server::close);
        return server;
    }

    private static String text(List<Integer> ports) {
        return ports.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        while (!ends.isEmpty()) {
            ends.pop().run();
        }
    }
}

package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.CacheKind;
import dev.divvy.bench.cache.contestant.NettyMapProcess;
import dev.divvy.bench.cache.contestant.OutputPrefix;
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

/** Starts the servers and processes of contestants; closing it closers all of them. */
final class ContestantProcesses implements AutoCloseable {

    private static final int MEGABYTES = 1_024;

    /** Settings of a cache: nothing is written to disk. DEBUG POPULATE is allowed. */
    private static final Map<String, String> NO_DISK =
            Map.of("save", "", "appendonly", "no", "enable-debug-command", "local");

    /** JVM options of all contestants, as of {@code ./divvy node}: large pages where available, no leak detection. */
    private static final List<String> JVM_OPTIONS = jvmOptions();

    /** The class data archive for members of each kind. */
    private final Map<CacheKind, Path> archives = new EnumMap<>(CacheKind.class);

    /** Ends everything that was started, the last first. */
    private final Deque<Runnable> closers = new ArrayDeque<>();

    /** Starts a contestant, and a process that sends requests to it. */
    LoadDriver start(CacheKind kind, CacheScale scale) {
        List<Integer> ports = switch (kind) {
            case DIVVY, HAZELCAST -> members(kind);
            case REDIS -> List.of(redis());
            case REDIS_CLUSTER -> redisCluster();
            case NETTY_MAP -> List.of(nettyMap(), nettyMap());
        };
        TestProcess process = jvm(
                "driver of " + kind,
                LoadDriverProcess.class,
                kind.name(),
                Integer.toString(scale.keys()),
                Integer.toString(scale.windowMillis()),
                joined(ports));
        process.awaitOutput(OutputPrefix.READY, 1);
        return new LoadDriver(process);
    }

    /** Starts all members but the first, and returns the ports of all. */
    private List<Integer> members(CacheKind kind) {
        List<Integer> ports = ports(LoadDriverProcess.MEMBERS);
        for (int port : ports.subList(1, ports.size())) {
            member(kind, port, ports);
        }
        return ports;
    }

    /** Starts a member and waits until it serves. */
    TestProcess member(CacheKind kind, int port, List<Integer> ports) {
        TestProcess process = startMember(kind, port, ports);
        process.awaitOutput(OutputPrefix.SERVING, 1);
        return process;
    }

    /** Starts a member without waiting for it. */
    TestProcess startMember(CacheKind kind, int port, List<Integer> ports) {
        Path archive = archives.get(kind);
        return startMember(
                kind, port, ports, archive == null ? List.of() : List.of("-XX:SharedArchiveFile=" + archive));
    }

    private TestProcess startMember(CacheKind kind, int port, List<Integer> ports, List<String> options) {
        return closeLater(Jvm.start(
                kind + " " + port,
                MEGABYTES,
                Stream.concat(JVM_OPTIONS.stream(), options.stream()).toList(),
                ClusterMemberProcess.class,
                kind.name(),
                Integer.toString(port),
                joined(ports)));
    }

    /**
     * Starts and ends two members that are not measured, and writes a class data archive of the classes they load. Members that start later
     * use it, as {@code ./divvy node} does.
     */
    void createClassArchive(CacheKind kind) throws IOException {
        Path archive = Files.createTempDirectory("divvy-bench").resolve("member.jsa");
        closers.push(() -> {
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
            second.awaitOutput(OutputPrefix.SERVING, 1);
            second.terminate();
            first.terminate();
        }
        if (Files.exists(archive)) {
            archives.put(kind, archive);
        }
    }

    private static List<String> jvmOptions() {
        List<String> options = new ArrayList<>(List.of("-Dio.netty.leakDetection.level=disabled"));
        try {
            String pages = Files.readString(Path.of("/sys/kernel/mm/transparent_hugepage/enabled"));
            if (!pages.contains("[never]")) {
                options.add("-XX:+UseTransparentHugePages");
            }
        } catch (IOException e) {
            // This system has no transparent huge pages.
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
        return closeLater(Jvm.start(name, MEGABYTES, JVM_OPTIONS, main, arguments));
    }

    private TestProcess closeLater(TestProcess process) {
        closers.push(process::close);
        return process;
    }

    /** Starts a standalone Redis and returns its port. */
    int redis() {
        return closeLater(RedisServer.start(NO_DISK)).port();
    }

    private List<Integer> redisCluster() {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < LoadDriverProcess.MEMBERS; i++) {
            Map<String, String> settings = new HashMap<>(NO_DISK);
            settings.put("cluster-enabled", "yes");
            settings.put("cluster-port", Integer.toString(Ports.free()));
            ports.add(closeLater(RedisServer.start(settings)).port());
        }
        List<String> arguments = new ArrayList<>(List.of("create"));
        ports.forEach(port -> arguments.add("127.0.0.1:" + port));
        arguments.add("--cluster-yes");
        RedisTools.Result result = RedisTools.cluster(arguments.toArray(String[]::new));
        if (result.exitCode() != 0) {
            throw new IllegalStateException("redis-cli could not create a cluster: " + result.text());
        }
        return ports;
    }

    private int nettyMap() {
        TestProcess process = jvm("netty map", NettyMapProcess.class);
        return Integer.parseInt(process.awaitOutput(OutputPrefix.PORT, 1).get(0));
    }

    private RedisServer closeLater(RedisServer server) {
        closers.push(server::close);
        return server;
    }

    private static String joined(List<Integer> ports) {
        return ports.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        while (!closers.isEmpty()) {
            closers.pop().run();
        }
    }
}

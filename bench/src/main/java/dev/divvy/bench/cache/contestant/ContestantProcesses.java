package dev.divvy.bench.cache.contestant;

import dev.divvy.bench.live.Jvm;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.JavaProcess;
import dev.divvy.testservers.process.Programs;
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

/** Starts the servers and processes of contestants; closing it ends all of them. */
public final class ContestantProcesses implements AutoCloseable {

    /** The number of members of a cluster. */
    public static final int MEMBERS = 3;

    private static final int MEGABYTES = 1_024;
    private static final String MEMCACHED = "memcached";

    /** Settings of a cache: nothing is written to disk. DEBUG POPULATE is allowed. */
    private static final Map<String, String> NO_DISK =
            Map.of("save", "", "appendonly", "no", "enable-debug-command", "local");

    /** JVM options of all contestants, as of {@code ./divvy node}: large pages where available, no leak detection. */
    public static final List<String> JVM_OPTIONS = jvmOptions();

    /** The class data archive for members of each kind. */
    private final Map<CacheKind, Path> archives = new EnumMap<>(CacheKind.class);

    /** Ends everything that was started, the last first. */
    private final Deque<Runnable> closers = new ArrayDeque<>();

    private final boolean defaultOptions;

    /** Starts JVMs with the options of {@code ./divvy node}. */
    public ContestantProcesses() {
        this(false);
    }

    private ContestantProcesses(boolean defaultOptions) {
        this.defaultOptions = defaultOptions;
    }

    /** Starts JVMs with the default options of Java, as an application does. */
    public static ContestantProcesses withDefaultOptions() {
        return new ContestantProcesses(true);
    }

    /** Starts all servers or members of a contestant but the first member, and returns the ports of all. */
    public List<Integer> start(CacheKind kind) {
        return switch (kind) {
            case DIVVY, DIVVY_COPY, HAZELCAST, HAZELCAST_COPY -> members(kind);
            case REDIS -> List.of(redis());
            case REDIS_COPY -> List.of(redisWithReplica());
            case REDIS_CLUSTER -> redisCluster();
            case MEMCACHED -> List.of(memcached());
            case NETTY_MAP -> List.of(nettyMap(), nettyMap());
        };
    }

    /** Starts all members but the first, which is the process that sends requests. */
    private List<Integer> members(CacheKind kind) {
        List<Integer> ports = ports(MEMBERS);
        for (int port : ports.subList(1, ports.size())) {
            member(kind, port, ports);
        }
        return ports;
    }

    /** Starts a member and waits until it serves. */
    public TestProcess member(CacheKind kind, int port, List<Integer> ports) {
        TestProcess process = startMember(kind, port, ports);
        process.awaitOutput(OutputPrefix.SERVING, 1);
        return process;
    }

    /** Starts a member without waiting for it. */
    public TestProcess startMember(CacheKind kind, int port, List<Integer> ports) {
        Path archive = archives.get(kind);
        return startMember(
                kind, port, ports, archive == null ? List.of() : List.of("-XX:SharedArchiveFile=" + archive));
    }

    private TestProcess startMember(CacheKind kind, int port, List<Integer> ports, List<String> options) {
        return jvm(
                kind + " " + port,
                options,
                ClusterMemberProcess.class,
                kind.name(),
                Integer.toString(port),
                joined(ports));
    }

    /** Starts a member as an application starts one, without waiting for it: with no options of Java but these. */
    public TestProcess startPlainMember(CacheKind kind, int port, List<Integer> ports, List<String> options) {
        return plainJvm(
                kind + " " + port,
                options,
                ClusterMemberProcess.class,
                kind.name(),
                Integer.toString(port),
                joined(ports));
    }

    /** Starts a JVM with its default options and these. */
    public TestProcess plainJvm(String name, List<String> options, Class<?> main, String... arguments) {
        return closeLater(JavaProcess.withDefaultOptions(main, List.of(arguments))
                .withOptions(options.toArray(String[]::new))
                .start(name));
    }

    /**
     * Starts and ends two members that are not measured, and writes a class data archive of the classes they load. Members that start later
     * use it, as {@code ./divvy node} does. With the default options of Java there is none.
     */
    public void createClassArchive(CacheKind kind) throws IOException {
        if (defaultOptions) {
            return;
        }
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
        return List.copyOf(options);
    }

    public static List<Integer> ports(int count) {
        List<Integer> ports = new ArrayList<>();
        while (ports.size() < count) {
            ports.add(Ports.free());
        }
        return ports;
    }

    public TestProcess jvm(String name, Class<?> main, String... arguments) {
        return jvm(name, List.of(), main, arguments);
    }

    private TestProcess jvm(String name, List<String> options, Class<?> main, String... arguments) {
        if (defaultOptions) {
            return plainJvm(name, options, main, arguments);
        }
        List<String> all = Stream.concat(JVM_OPTIONS.stream(), options.stream()).toList();
        return closeLater(Jvm.start(name, MEGABYTES, all, main, arguments));
    }

    private TestProcess closeLater(TestProcess process) {
        closers.push(process::close);
        return process;
    }

    /** Starts a standalone Redis and returns its port. */
    public int redis() {
        return closeLater(RedisServer.start(NO_DISK)).port();
    }

    /** Starts a Redis with one replica, and returns its port. A write must wait for the replica with WAIT. */
    private int redisWithReplica() {
        int port = redis();
        Map<String, String> settings = new HashMap<>(NO_DISK);
        settings.put("replicaof", "127.0.0.1 " + port);
        closeLater(RedisServer.start(settings));
        Await.until(
                "the replica is in step",
                () -> RedisTools.cli(port, "WAIT", "1", "1000").text().contains("1"));
        return port;
    }

    private List<Integer> redisCluster() {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
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

    /** Whether memcached is installed. */
    public static boolean hasMemcached() {
        return Programs.onPath(MEMCACHED).isPresent();
    }

    private int memcached() {
        String program = Programs.onPath(MEMCACHED).map(Path::toString).orElse(MEMCACHED);
        int port = Ports.free();
        List<String> command =
                new ArrayList<>(List.of(program, "-l", "127.0.0.1", "-p", Integer.toString(port), "-U", "0"));
        command.addAll(List.of("-m", Integer.toString(MEGABYTES), "-u", "nobody"));
        closeLater(TestProcess.start("memcached", command, Map.of()));
        Await.until("memcached listens", () -> !Ports.isFree(port));
        return port;
    }

    private int nettyMap() {
        TestProcess process = jvm("netty map", NettyMapProcess.class);
        return Integer.parseInt(process.awaitOutput(OutputPrefix.PORT, 1).get(0));
    }

    private RedisServer closeLater(RedisServer server) {
        closers.push(server::close);
        return server;
    }

    public static String joined(List<Integer> ports) {
        return ports.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        while (!closers.isEmpty()) {
            closers.pop().run();
        }
    }
}

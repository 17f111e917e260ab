package dev.divvy.cache.faults;

import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.cache.testcluster.TestCluster;
import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.JavaProcess;
import dev.divvy.testservers.process.TestProcess;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A cluster of nodes as processes, numbered from 1. */
public final class ProcessCluster implements AutoCloseable {

    private static final int REDIS_TOKENS = 16384;
    private static final int FEW_TOKENS = 256;
    private static final int SOME_TOKENS = 1024;

    private final List<Integer> ports = new ArrayList<>();
    private final List<Integer> meshPorts = new ArrayList<>();
    private final Map<Integer, TestProcess> processes = new TreeMap<>();

    /** The nodes in the order in which they were started last. */
    private final List<Integer> started = new ArrayList<>();

    private final Duration timeToLive;
    private final boolean redirect;
    private final int tokens;
    private final int backups;

    /** A cluster that forwards requests. With fewer tokens than the default, five processes need a third less processor time. */
    ProcessCluster(int nodes, Duration timeToLive) {
        this(nodes, timeToLive, false, SOME_TOKENS, 0);
    }

    /**
     * A cluster with the tokens of Redis.
     *
     * @param redirect whether the nodes answer MOVED instead of forwarding requests
     */
    public ProcessCluster(int nodes, Duration timeToLive, boolean redirect) {
        this(nodes, timeToLive, redirect, REDIS_TOKENS, 0);
    }

    /** A cluster that forwards requests, and copies entries. It has few tokens, which is enough for few keys. */
    static ProcessCluster replicated(int nodes, Duration timeToLive, int backups) {
        return new ProcessCluster(nodes, timeToLive, false, FEW_TOKENS, backups);
    }

    private ProcessCluster(int nodes, Duration timeToLive, boolean redirect, int tokens, int backups) {
        this.timeToLive = timeToLive;
        this.redirect = redirect;
        this.tokens = tokens;
        this.backups = backups;
        for (int i = 0; i < nodes; i++) {
            ports.add(Ports.free());
            meshPorts.add(Ports.free());
        }
    }

    int count() {
        return ports.size();
    }

    public void start(int node) {
        String all = meshPorts.stream().map(String::valueOf).collect(Collectors.joining(","));
        List<String> arguments = List.of(
                "n" + node,
                String.valueOf(ports.get(node - 1)),
                String.valueOf(meshPorts.get(node - 1)),
                String.valueOf(timeToLive.toMillis()),
                all,
                redirect ? "redirect" : "forward",
                String.valueOf(tokens),
                String.valueOf(backups));
        started.remove((Integer) node);
        started.add(node);
        processes.put(
                node,
                JavaProcess.of(NodeProcess.class, arguments)
                        .withHeap(128)
                        .withOptions("-Dorg.slf4j.simpleLogger.showDateTime=true")
                        .start("n" + node));
    }

    /** Starts the nodes that do not run, and waits until all are one calm cluster. */
    void startAll() {
        startUpTo(count());
    }

    /**
     * Starts the nodes up to this one that do not run, and waits until they are one calm cluster. The first starts before the others: nodes
     * that start at the same moment may begin as separate clusters, and a lease ends before they have merged.
     */
    public void startUpTo(int last) {
        if (processes.isEmpty()) {
            start(1);
            awaitCalm();
        }
        startMissing(last);
        awaitCalm();
    }

    /** Starts the nodes that do not run. */
    void startMissing() {
        startMissing(count());
    }

    private void startMissing(int last) {
        for (int node = 1; node <= last; node++) {
            if (!processes.containsKey(node)) {
                start(node);
            }
        }
    }

    TestProcess process(int node) {
        TestProcess process = processes.get(node);
        if (process == null) {
            throw new IllegalArgumentException("node " + node + " was never started");
        }
        return process;
    }

    /** Stops a node by a planned leave; returns when the process has ended. */
    public void stop(int node) {
        beginStop(node).awaitEnd();
    }

    /** Begins a planned leave; returns a process that ends. */
    TestProcess beginStop(int node) {
        TestProcess process = process(node);
        processes.remove(node);
        process.beginTerminate();
        return process;
    }

    public void kill(int node) {
        TestProcess process = process(node);
        processes.remove(node);
        process.kill();
    }

    public InetSocketAddress address(int node) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(node - 1));
    }

    List<InetSocketAddress> addresses() {
        return IntStream.rangeClosed(1, count()).mapToObj(this::address).toList();
    }

    /** Returns the numbers of the nodes that run. */
    List<Integer> running() {
        return List.copyOf(processes.keySet());
    }

    /** Returns the running node that was started first: the primary of the mesh, if no pause has changed that. */
    int oldest() {
        return started.stream().filter(processes::containsKey).findFirst().orElseThrow();
    }

    public RespClient client(int node) {
        return new RespClient(address(node));
    }

    public void awaitCalm() {
        await("are one calm cluster", this::isCalm);
    }

    /** Waits until the running nodes are one calm cluster with all copies, so that it can bear the next fault. */
    void awaitSettled() {
        await("are one settled cluster", node -> isCalm(node) && isSettled(node));
    }

    private void await(String what, IntPredicate condition) {
        try {
            TestCluster.until(
                    "nodes " + processes.keySet() + " " + what,
                    () -> processes.keySet().stream().allMatch(condition::test));
        } catch (AssertionError e) {
            throw withOutput(e);
        }
    }

    private boolean isSettled(int node) {
        try (RespClient client = client(node)) {
            return client.counter("unsettled") == 0;
        } catch (UncheckedIOException e) {
            return false; // it does not listen yet
        }
    }

    /** Returns the incarnation of each node, by its name, as this node sees them. */
    Map<String, String> incarnations(int node) {
        Map<String, String> incarnations = new TreeMap<>();
        try (RespClient client = client(node)) {
            for (Object member : client.askList("DIVVY.NODES")) {
                List<?> fields = (List<?>) Objects.requireNonNull(member);
                incarnations.put(field(fields, "name"), field(fields, "incarnation"));
            }
        }
        return incarnations;
    }

    private static String field(List<?> fields, String name) {
        return String.valueOf(fields.get(fields.indexOf(name) + 1));
    }

    /** Returns the failure with the last output of all running nodes in its message. */
    public AssertionError withOutput(Throwable failure) {
        String all = processes.values().stream().map(TestProcess::tail).collect(Collectors.joining("\n"));
        return new AssertionError(failure.getMessage() + "; the output of the nodes:\n" + all, failure);
    }

    /** Whether this node sees all running nodes, and no others, each with a share, and nothing moves. */
    public boolean isCalm(int node) {
        try (RespClient client = client(node)) {
            String status = String.valueOf(client.ask("DIVVY.STATUS"));
            return status.contains(", calm")
                    && status.split(" RUNNING ", -1).length - 1 == processes.size()
                    && !status.contains("GONE")
                    && !status.contains(", 0 tokens");
        } catch (UncheckedIOException e) {
            return false; // it does not listen yet
        }
    }

    long size(int node) {
        try (RespClient client = client(node)) {
            return (Long) Objects.requireNonNull(client.ask("DBSIZE"));
        }
    }

    @Override
    public void close() {
        processes.values().forEach(TestProcess::close);
    }
}

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
import java.util.stream.Collectors;

/** A cluster of nodes as processes, numbered from 1. */
public final class ProcessCluster implements AutoCloseable {

    private final List<Integer> ports = new ArrayList<>();
    private final List<Integer> meshPorts = new ArrayList<>();
    private final Map<Integer, TestProcess> processes = new TreeMap<>();
    private final Duration timeToLive;
    private final boolean redirect;

    ProcessCluster(int nodes, Duration timeToLive) {
        this(nodes, timeToLive, false);
    }

    /** @param redirect whether the nodes answer MOVED instead of forwarding requests */
    public ProcessCluster(int nodes, Duration timeToLive, boolean redirect) {
        this.timeToLive = timeToLive;
        this.redirect = redirect;
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
                redirect ? "redirect" : "forward");
        processes.put(
                node, JavaProcess.of(NodeProcess.class, arguments).withHeap(128).start("n" + node));
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
        for (int node = 1; node <= last; node++) {
            if (!processes.containsKey(node)) {
                start(node);
            }
        }
        awaitCalm();
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
        TestProcess process = process(node);
        processes.remove(node);
        process.terminate();
        TestCluster.until("n" + node + " has left", process::ended);
        process.close();
    }

    public void kill(int node) {
        TestProcess process = process(node);
        processes.remove(node);
        process.kill();
    }

    public InetSocketAddress address(int node) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(node - 1));
    }

    public RespClient client(int node) {
        return new RespClient(address(node));
    }

    public void awaitCalm() {
        try {
            TestCluster.until(
                    "nodes " + processes.keySet() + " are one calm cluster",
                    () -> processes.keySet().stream().allMatch(this::isCalm));
        } catch (AssertionError e) {
            throw withOutput(e);
        }
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

package dev.divvy.cache.heal;

import dev.divvy.cache.OnHeal;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.TwoNetworks;
import dev.divvy.testservers.process.JavaProcess;
import dev.divvy.testservers.process.TestProcess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three nodes in two networks, n1 and n2 on side a and n3 on side b, and a client on each side. */
final class SplitCluster implements AutoCloseable {

    private static final List<String> SIDES = List.of("a", "a", "b");
    private static final int PORT = 7401;
    private static final int MESH_PORT = 7501;

    private final TwoNetworks networks;
    private final OnHeal onHeal;
    private final List<TestProcess> nodes = new ArrayList<>();
    private final Map<String, TestProcess> clients = new HashMap<>();

    SplitCluster(TwoNetworks networks, OnHeal onHeal) {
        this.networks = networks;
        this.onHeal = onHeal;
    }

    void start() {
        String peers = SIDES.stream()
                .distinct()
                .flatMap(side -> List.of(0, 1, 2).stream().map(i -> TwoNetworks.host(side) + ":" + (MESH_PORT + i)))
                .collect(Collectors.joining(","));
        for (int i = 0; i < SIDES.size(); i++) {
            List<String> arguments = List.of(
                    "n" + (i + 1),
                    TwoNetworks.host(SIDES.get(i)),
                    String.valueOf(PORT + i),
                    String.valueOf(MESH_PORT + i),
                    onHeal.name(),
                    peers);
            TestProcess node = JavaProcess.of(SplitNode.class, arguments)
                    .withHeap(128)
                    .withPrefix(networks.on(SIDES.get(i)))
                    .start("n" + (i + 1));
            nodes.add(node);
            node.awaitOutput("SERVING", 1);
        }
        connect("a", 0);
        connect("b", 2);
        awaitMembers("a", 3);
        awaitMembers("b", 3);
    }

    private void connect(String side, int node) {
        List<String> arguments = List.of(TwoNetworks.host(side) + ":" + (PORT + node));
        TestProcess client = JavaProcess.of(SplitClient.class, arguments)
                .withHeap(64)
                .withPrefix(networks.on(side))
                .start("client " + side);
        clients.put(side, client);
        client.awaitOutput("authenticated OK", 1);
    }

    TestProcess node(int number) {
        return nodes.get(number - 1);
    }

    /** Sends one command per key, and returns the replies by key. */
    Map<String, String> ask(String side, Collection<String> keys, Function<String, String> command) {
        List<String> all = List.copyOf(keys);
        String[] replies = ask(side, all.stream().map(command).collect(Collectors.joining(";")))
                .split(";", -1);
        Map<String, String> byKey = new HashMap<>();
        for (int i = 0; i < replies.length; i++) {
            byKey.put(all.get(i), replies[i]);
        }
        return byKey;
    }

    private String ask(String side, String line) {
        TestProcess client = Objects.requireNonNull(clients.get(side));
        int before = client.output(SplitClient.REPLY).size();
        client.send(line);
        return client.awaitOutput(SplitClient.REPLY, before + 1).get(before);
    }

    /** Waits until the node of this side's client sees this many members, and nothing moves. */
    void awaitMembers(String side, int count) {
        try {
            Await.until("side " + side + " has " + count + " members", () -> isCalm(side, count));
        } catch (AssertionError e) {
            throw withOutput(e);
        }
    }

    boolean isCalm(String side, int count) {
        String status = ask(side, "DIVVY.STATUS");
        return status.contains(" calm")
                && status.split(" RUNNING ", -1).length - 1 == count
                && !status.contains("GONE")
                && !status.contains(" 0 tokens");
    }

    AssertionError withOutput(Throwable failure) {
        String all = nodes.stream().map(TestProcess::tail).collect(Collectors.joining("\n"));
        return new AssertionError(failure.getMessage() + "; the output of the nodes:\n" + all, failure);
    }

    static List<String> keys(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "k" + i).toList();
    }

    @Override
    public void close() {
        clients.values().forEach(TestProcess::close);
        nodes.forEach(TestProcess::close);
    }
}

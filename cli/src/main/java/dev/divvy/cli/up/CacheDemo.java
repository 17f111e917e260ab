package dev.divvy.cli.up;

import dev.divvy.cli.cache.Coverage;
import dev.divvy.cli.cache.NodeAccess;
import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The nodes of a cache. A node that ended stays gone until {@code divvy shell} starts it again. Guarded by itself. */
final class CacheDemo implements Demo {

    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private final NodeLaunch launch;
    private final Consumer<String> told;
    private final ControlServer control;

    /** By number. */
    private final Map<Integer, DemoProcess> nodes = new TreeMap<>();

    /** Those whose end was reported. */
    private final List<DemoProcess> missed = new ArrayList<>();

    /** News of the control server's thread, which the supervising thread reports. */
    private final List<String> news = new ArrayList<>();

    private boolean ended;

    /** The most tokens that were ever seen; of the supervising thread. */
    private int tokens;

    CacheDemo(NodeLaunch launch, int count, Consumer<String> told) {
        this.launch = launch;
        this.told = told;
        for (int i = 1; i <= count; i++) {
            nodes.put(i, launch.begin(i, count));
        }
        try {
            this.control = new ControlServer(launch.base(), this::answer);
        } catch (IOException e) {
            kill();
            throw Failure.failed("cannot listen on port " + launch.base() + ": " + e.getMessage());
        }
    }

    @Override
    public String name() {
        return "nodes";
    }

    private synchronized Map<Integer, DemoProcess> nodes() {
        return new TreeMap<>(nodes);
    }

    @Override
    public List<String> introduction() {
        Map<Integer, DemoProcess> all = nodes();
        return List.of(
                Numbers.count(all.size(), "node")
                        + ", each a process, share the keys of a cache; each answers for every key, also to redis-cli.",
                "  "
                        + all.entrySet().stream()
                                .map(node -> node.getValue().id() + " is pid "
                                        + node.getValue().pid() + " at " + launch.listen(node.getKey()))
                                .collect(Collectors.joining(", ")),
                "  ./divvy shell --at " + launch.listen(1)
                        + "   fill 1 5000, stat, sum, kill 2, start 2; help lists them all");
    }

    private List<String> answer(String command) {
        List<String> lines = new ArrayList<>(List.of(NodeTable.GREETING));
        try {
            if (command.equals("list")) {
                nodes().forEach((number, node) -> lines.add(row(number, node)));
            } else if (command.startsWith("start ")) {
                lines.add(start(command.substring("start ".length())));
            } else {
                lines.add("there are: list, start NUMBER");
            }
        } catch (Failure failure) {
            lines.add(String.valueOf(failure.getMessage()));
        }
        return lines;
    }

    private String row(int number, DemoProcess node) {
        return NodeTable.row(node.id(), node.pid(), node.isAlive(), launch.listen(number));
    }

    private synchronized String start(String written) {
        int next = nodes.size() + 1;
        int number = written.matches("[0-9]{1,5}") ? Integer.parseInt(written) : 0;
        if (number < 1 || number > next || number > NodeLaunch.MOST) {
            throw Failure.failed(written + " cannot be started; there are 1 to " + nodes.size()
                    + (next <= NodeLaunch.MOST ? ", and " + next + " is the next" : ", which is all there can be"));
        }
        if (ended) {
            throw Failure.failed("all of it is ending");
        }
        DemoProcess there = nodes.get(number);
        if (there != null && there.isAlive()) {
            throw Failure.failed(there.id() + " is up already, pid " + there.pid());
        }
        launch.needFree(number);
        DemoProcess node = launch.begin(number, Math.max(number, nodes.size()));
        nodes.put(number, node);
        news.add(node.id() + " is started, pid " + node.pid());
        return row(number, node);
    }

    @Override
    public synchronized void supervise() {
        news.forEach(told);
        news.clear();
        nodes.forEach((number, node) -> {
            if (!node.isAlive() && !missed.contains(node)) {
                missed.add(node);
                told.accept(node.id() + " (pid " + node.pid() + ") is gone, " + node.ending() + "; ./divvy shell --at "
                        + launch.listen(number == 1 && nodes.size() > 1 ? 2 : 1) + " -c 'start " + number
                        + "' brings it back");
            }
        });
    }

    @Override
    public Status status() {
        List<String> items = new ArrayList<>();
        Optional<Coverage> coverage = Optional.empty();
        long entries = 0;
        for (Map.Entry<Integer, DemoProcess> entry : nodes().entrySet()) {
            DemoProcess node = entry.getValue();
            String state = "gone";
            if (node.isAlive()) {
                try (NodeClient client = connect(entry.getKey())) {
                    long size = Long.parseLong(client.ask("DBSIZE").text());
                    entries += size;
                    state = Numbers.whole(size);
                    coverage = coverage.isPresent() ? coverage : Optional.of(covered(client));
                    node.see();
                } catch (IOException | NumberFormatException e) {
                    state = node.wasSeen() ? "silent" : "starting";
                }
            }
            items.add(node.id() + " " + state);
        }
        return new Status(
                "cache " + (entries == 1 ? "1 entry" : Numbers.whole(entries) + " entries")
                        + coverage.map(there -> ", " + there.shown()).orElse(""),
                items);
    }

    private NodeClient connect(int number) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), launch.port(number));
        return NodeClient.connect(address, NodeAccess.FREE, TIMEOUT);
    }

    private Coverage covered(NodeClient client) throws IOException {
        Coverage coverage = Coverage.of(NodeRow.all(client.ask("DIVVY.NODES")), tokens);
        tokens = coverage.total();
        return coverage;
    }

    @Override
    public void stop() {
        synchronized (this) {
            ended = true;
        }
        control.close();
        nodes().values().forEach(DemoProcess::stop);
    }

    @Override
    public void close() {
        stop();
        new ProcessGroup(List.copyOf(nodes().values()), "", told).end();
    }

    @Override
    public void kill() {
        nodes().values().forEach(DemoProcess::kill);
    }
}

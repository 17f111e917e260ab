package dev.divvy.cli.up;

import dev.divvy.cli.cache.Coverage;
import dev.divvy.cli.cache.NodeAccess;
import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The nodes of a cache. A node that ended stays gone until {@code divvy shell} starts it again. */
final class CacheDemo extends Demo {

    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private final NodeLaunch launch;

    /** Node I at I - 1; written by the constructor, and then by the thread of the control server alone. */
    private final List<DemoProcess> nodes = new CopyOnWriteArrayList<>();

    private final ControlServer control;

    /** How many entries each node has that answered the last time. */
    private final Map<DemoProcess, Long> entries = new HashMap<>();

    /** The most tokens that were ever seen. */
    private int tokens;

    CacheDemo(NodeLaunch launch, int count, Consumer<String> told) {
        super("nodes", false, told);
        this.launch = launch;
        IntStream.rangeClosed(1, count).forEach(number -> nodes.add(launch.begin(number, count)));
        try {
            this.control = new ControlServer(launch.port(0), this::answer);
        } catch (IOException e) {
            throw Failure.failed("cannot listen on port " + launch.port(0) + ": " + e.getMessage());
        }
    }

    @Override
    List<DemoProcess> processes() {
        return nodes;
    }

    private int number(DemoProcess node) {
        return nodes.indexOf(node) + 1;
    }

    @Override
    List<String> introduction() {
        return List.of(
                Numbers.count(nodes.size(), "node")
                        + ", each a process, share the keys of a cache; each answers for every key, also to redis-cli.",
                "  " + pids() + "; at " + launch.listen(1) + " and the ports after it",
                "  ./divvy shell --at " + launch.listen(1)
                        + "   fill 1 5000, stat, sum, kill 2, start 2; help lists them all");
    }

    private List<String> answer(String command) {
        List<String> lines = new ArrayList<>(List.of(NodeTable.GREETING));
        try {
            if (command.equals("list")) {
                nodes.forEach(node -> lines.add(row(node)));
            } else if (command.startsWith("start ")) {
                lines.add(row(start(command.substring("start ".length()))));
            } else {
                lines.add("there are: list, start NUMBER");
            }
        } catch (Failure failure) {
            lines.add(String.valueOf(failure.getMessage()));
        }
        return lines;
    }

    private String row(DemoProcess node) {
        return NodeTable.row(node.id(), node.pid(), node.isAlive(), launch.listen(number(node)));
    }

    private DemoProcess start(String written) {
        int next = nodes.size() + 1;
        int number = written.matches("[0-9]{1,5}") ? Integer.parseInt(written) : 0;
        if (number < 1 || number > next || number > NodeLaunch.MOST) {
            throw Failure.failed(written + " cannot be started; there are 1 to " + nodes.size()
                    + (next <= NodeLaunch.MOST ? ", and " + next + " is the next" : ", which is all there can be"));
        }
        if (number < next && nodes.get(number - 1).isAlive()) {
            DemoProcess there = nodes.get(number - 1);
            throw Failure.failed(there.id() + " is up already, pid " + there.pid());
        }
        launch.needFree(number, number);
        DemoProcess node = launch.begin(number, Math.max(number, nodes.size()));
        if (number == next) {
            nodes.add(node);
        } else {
            nodes.set(number - 1, node);
        }
        told.accept(node.id() + " is started, pid " + node.pid());
        return node;
    }

    @Override
    String consequence(DemoProcess ended) {
        int number = number(ended);
        return "./divvy shell --at " + launch.listen(number == 1 && nodes.size() > 1 ? 2 : 1) + " -c 'start " + number
                + "' brings it back";
    }

    @Override
    protected String summary() {
        entries.clear();
        Optional<Coverage> coverage = Optional.empty();
        for (DemoProcess node : nodes) {
            if (node.isAlive()) {
                try (NodeClient client = NodeClient.connect(launch.address(number(node)), NodeAccess.FREE, TIMEOUT)) {
                    entries.put(node, Long.parseLong(client.ask("DBSIZE").text()));
                    coverage = coverage.isPresent() ? coverage : Optional.of(covered(client));
                } catch (IOException | NumberFormatException e) {
                    // It is seen as silent, or as starting.
                }
            }
        }
        long sum = entries.values().stream().mapToLong(Long::longValue).sum();
        return "cache " + (sum == 1 ? "1 entry" : Numbers.whole(sum) + " entries")
                + coverage.map(there -> ", " + there.shown()).orElse("");
    }

    private Coverage covered(NodeClient client) throws IOException {
        Coverage coverage = Coverage.of(NodeRow.all(client.ask("DIVVY.NODES")), tokens);
        tokens = coverage.total();
        return coverage;
    }

    @Override
    protected Optional<String> work(DemoProcess node) {
        return Optional.ofNullable(entries.get(node)).map(Numbers::whole);
    }

    @Override
    protected String idle() {
        return "silent";
    }

    /** No node is started afterwards. */
    @Override
    public void close() {
        control.close();
    }
}

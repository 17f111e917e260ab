package dev.divvy.cli.up;

import dev.divvy.cli.cache.NodeAccess;
import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.cache.TokenCoverage;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The nodes of a cache. A node that ended stays gone until {@code divvy shell} starts it again. */
final class CacheDemo extends Demo {

    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final Pattern ORDER = Pattern.compile("(start|stop|kill) ([0-9]{1,5})");

    private final NodeLaunch launch;

    /** Node I at I - 1; written by the constructor, and then by the thread of the control server alone. */
    private final List<DemoProcess> nodes = new CopyOnWriteArrayList<>();

    private final ControlServer control;

    /** How many entries each node has that answered the last time. */
    private final Map<DemoProcess, Long> entries = new HashMap<>();

    /** The most tokens that were ever seen. */
    private int tokens;

    CacheDemo(NodeLaunch launch, int count, Consumer<String> told) {
        super("nodes", "silent", false, told);
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
        Matcher order = ORDER.matcher(command);
        List<String> lines = new ArrayList<>(List.of(ControlServer.GREETING));
        try {
            if (order.matches()) {
                lines.add(line(obey(order.group(1), Integer.parseInt(order.group(2)))));
            } else if (command.equals("list")) {
                nodes.forEach(node -> lines.add(line(node)));
            } else {
                lines.add("there are: list, and with the number of a node: start, stop, kill");
            }
        } catch (Failure failure) {
            lines.add(String.valueOf(failure.getMessage()));
        }
        return lines;
    }

    private String line(DemoProcess node) {
        String state = node.isAlive() ? "STARTING" : NodeRow.GONE;
        return new NodeRow(node.id(), state, launch.listen(number(node)), 0, "", node.pid()).line();
    }

    private DemoProcess obey(String order, int number) {
        boolean known = number >= 1 && number <= nodes.size();
        if (order.equals("start")) {
            return start(number, known);
        }
        if (!known || !nodes.get(number - 1).isAlive()) {
            throw Failure.failed(
                    known
                            ? "n" + number + " is gone already; bring it back with: start " + number
                            : "there is no node n" + number + "; there are 1 to " + nodes.size());
        }
        DemoProcess node = nodes.get(number - 1);
        if (order.equals("stop")) {
            node.stop();
        } else {
            node.kill();
        }
        return node;
    }

    private DemoProcess start(int number, boolean known) {
        int next = nodes.size() + 1;
        if (!known && (number != next || next > NodeLaunch.MOST)) {
            throw Failure.failed(number + " cannot be started; there are 1 to " + nodes.size()
                    + (next <= NodeLaunch.MOST ? ", and " + next + " is the next" : ", which is all there can be"));
        }
        if (known && nodes.get(number - 1).isAlive()) {
            throw Failure.failed("n" + number + " is up already, pid "
                    + nodes.get(number - 1).pid());
        }
        launch.needFree(number, number);
        DemoProcess node = launch.begin(number, Math.max(number, nodes.size()));
        if (known) {
            nodes.set(number - 1, node);
        } else {
            nodes.add(node);
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
        Optional<TokenCoverage> coverage = Optional.empty();
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

    private TokenCoverage covered(NodeClient client) throws IOException {
        TokenCoverage coverage = TokenCoverage.of(NodeRow.all(client.ask("DIVVY.NODES")), tokens);
        tokens = coverage.total();
        return coverage;
    }

    @Override
    protected Optional<String> work(DemoProcess node) {
        return Optional.ofNullable(entries.get(node)).map(Numbers::whole);
    }

    /** No node is started afterwards. */
    @Override
    public void close() {
        control.close();
    }
}

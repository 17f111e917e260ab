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

/** The nodes of a cache. A node that has ended stays down until {@code divvy shell} starts it again. */
final class CacheDemo extends Demo {

    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final Pattern ORDER = Pattern.compile("(start|stop|kill) ([0-9]{1,5})");

    private final NodeLaunch launch;

    /** Node I is at index I - 1; written by the constructor, and then by the thread of the control server alone. */
    private final List<DemoProcess> nodes = new CopyOnWriteArrayList<>();

    private final ControlServer control;

    /** The number of entries of each node that answered the last request. */
    private final Map<DemoProcess, Long> entries = new HashMap<>();

    /** The most tokens seen so far. */
    private int tokens;

    CacheDemo(NodeLaunch launch, int count, Consumer<String> news) {
        super("nodes", "not responding", false, news);
        this.launch = launch;
        IntStream.rangeClosed(1, count).forEach(number -> nodes.add(launch.start(number, count)));
        try {
            this.control = new ControlServer(launch.port(0), this::reply);
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
                "A cache: " + Numbers.count(nodes.size(), "node")
                        + ", each its own process, share the keys. Any node answers for any key, also to redis-cli.",
                "  " + pids() + "; n1 listens on " + launch.listen(1) + ", the others on the next ports",
                "  ./divvy shell --at " + launch.listen(1)
                        + "   try fill 1 5000, stat, sum, kill 2, start 2; help lists all commands");
    }

    private List<String> reply(String command) {
        Matcher order = ORDER.matcher(command);
        List<String> lines = new ArrayList<>(List.of(ControlServer.GREETING));
        try {
            if (order.matches()) {
                lines.add(line(execute(order.group(1), Integer.parseInt(order.group(2)))));
            } else if (command.equals("list")) {
                nodes.forEach(node -> lines.add(line(node)));
            } else {
                lines.add("unknown command; the commands are list, start N, stop N and kill N");
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

    private DemoProcess execute(String order, int number) {
        boolean known = number >= 1 && number <= nodes.size();
        if (order.equals("start")) {
            return start(number, known);
        }
        if (!known || !nodes.get(number - 1).isAlive()) {
            throw Failure.failed(
                    known
                            ? "n" + number + " is already down; start it with: start " + number
                            : "there is no node n" + number + "; the nodes are n1 to n" + nodes.size());
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
            throw Failure.failed("n" + number + " cannot be started; the nodes are n1 to n" + nodes.size()
                    + (next <= NodeLaunch.MOST ? ", and the next is n" + next : ", and there can be no more"));
        }
        if (known && nodes.get(number - 1).isAlive()) {
            throw Failure.failed("n" + number + " is already running, pid "
                    + nodes.get(number - 1).pid());
        }
        launch.needFree(number, number);
        DemoProcess node = launch.start(number, Math.max(number, nodes.size()));
        if (known) {
            nodes.set(number - 1, node);
        } else {
            nodes.add(node);
        }
        news.accept(node.id() + " was started, pid " + node.pid());
        return node;
    }

    @Override
    String consequence(DemoProcess ended) {
        int number = number(ended);
        return "start it with: ./divvy shell --at " + launch.listen(number == 1 && nodes.size() > 1 ? 2 : 1)
                + " -c 'start " + number + "'";
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
                    // It is shown as not responding, or as starting.
                }
            }
        }
        long sum = entries.values().stream().mapToLong(Long::longValue).sum();
        return "cache " + coverage.map(covered -> covered.shown() + "; ").orElse("")
                + (sum == 1 ? "1 entry" : Numbers.whole(sum) + " entries");
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

    /** Starts no node afterwards. */
    @Override
    public void close() {
        control.close();
    }
}

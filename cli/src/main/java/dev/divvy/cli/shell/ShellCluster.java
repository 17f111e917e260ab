package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeAccess;
import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.cache.NodeReply;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.cache.TokenCoverage;
import dev.divvy.cli.options.HostPort;
import dev.divvy.cli.terminal.Failure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/** The nodes that the shell knows: the live ones that a node lists, and those that were seen before and are gone. Used by one thread. */
final class ShellCluster {

    /** Longer than the pauses of a busy machine. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final InetSocketAddress first;
    private final NodeAccess access;
    private final ControlClient control;
    private final Map<String, NodeRow> known = new TreeMap<>();

    /** The most tokens seen so far: their number never changes. */
    private int tokens;

    private boolean looked;

    /**
     * Creates a cluster without known nodes.
     *
     * @param first the address of a node that can list the others
     */
    ShellCluster(InetSocketAddress first, NodeAccess access) {
        this.first = first;
        this.access = access;
        this.control = new ControlClient(first);
    }

    ControlClient control() {
        return control;
    }

    /** Returns the number of tokens, as far as is known. */
    int tokens() {
        return tokens;
    }

    /** Returns all known nodes, including those that are gone, by number and then by name. */
    List<NodeRow> nodes() {
        return known.values().stream()
                .sorted(Comparator.comparingInt(NodeRow::number).thenComparing(NodeRow::name))
                .toList();
    }

    /** Asks for the live nodes; returns all known ones. */
    List<NodeRow> refresh() {
        members();
        return nodes();
    }

    /** Asks for the live nodes, and remembers and returns them. */
    List<NodeRow> members() {
        List<NodeRow> live = seen(askAny("DIVVY.NODES"));
        Set<String> names = live.stream().map(NodeRow::name).collect(Collectors.toSet());
        known.replaceAll((name, row) -> names.contains(name) ? row : row.gone());
        live.forEach(row -> known.put(row.name(), row));
        if (!looked) {
            looked = true;
            control.started(nodes()).forEach(row -> known.putIfAbsent(row.name(), row));
        }
        return live;
    }

    /** Returns the nodes that this node sees. */
    List<NodeRow> seenBy(String id) {
        return seen(ask(id, "DIVVY.NODES"));
    }

    private List<NodeRow> seen(NodeReply reply) {
        List<NodeRow> live =
                NodeRow.all(reply).stream().filter(row -> !row.isGone()).toList();
        tokens = Math.max(tokens, TokenCoverage.of(live, 0).total());
        return live;
    }

    /** Fails unless each token is owned once and held by its owner, and no node has entries of other tokens; asks each of these nodes. */
    String checked(List<NodeRow> seen) {
        TokenCoverage coverage = TokenCoverage.of(seen, tokens);
        if (!coverage.isExact()) {
            throw Failure.failed(coverage.shown());
        }
        seen.forEach(node -> check(node, ask(node, "DIVVY.COUNTERS").fields()));
        return coverage.shown();
    }

    /** Fails unless a node holds exactly the tokens that it owns, and no entries of others. */
    static void check(NodeRow node, Map<String, String> counters) {
        String held = counters.getOrDefault("tokens", "?");
        if (!held.equals(Integer.toString(node.tokens()))) {
            throw Failure.failed(node.name() + " holds " + held + " tokens and owns " + node.tokens()
                    + ": some are still being transferred");
        }
        String foreign = counters.getOrDefault("foreign", "?");
        if (!foreign.equals("0")) {
            throw Failure.failed(
                    node.name() + " has " + foreign + " entries of tokens that it neither owns nor copies");
        }
    }

    /** Returns a node by its name or by the number at the end of its name. */
    NodeRow node(String id) {
        return find(nodes(), id)
                .or(() -> find(refresh(), id))
                .orElseThrow(
                        () -> Failure.failed("there is no node " + id + "; the nodes are " + NodeRow.names(nodes())));
    }

    /** As {@link #node}, among these nodes. */
    static Optional<NodeRow> find(List<NodeRow> nodes, String id) {
        Optional<NodeRow> named =
                nodes.stream().filter(row -> row.name().equals(id)).findFirst();
        List<NodeRow> numbered = nodes.stream()
                .filter(row ->
                        row.number() >= 0 && Integer.toString(row.number()).equals(id))
                .toList();
        if (named.isEmpty() && numbered.size() > 1) {
            throw Failure.failed(
                    "several nodes end in " + id + ": " + NodeRow.names(numbered) + "; write the whole name");
        }
        return named.or(() -> numbered.stream().findFirst());
    }

    /** Connects to this node. */
    NodeClient to(NodeRow node) throws IOException {
        try {
            return NodeClient.connect(node.address(), access, TIMEOUT);
        } catch (TypeConversionException e) {
            throw new IOException("it announces " + e.getMessage(), e);
        }
    }

    /** Sends a command to this node; an error reply, or no reply, is a failure. */
    NodeReply ask(String id, String... words) {
        return ask(node(id), words);
    }

    private NodeReply ask(NodeRow node, String... words) {
        try (NodeClient client = to(node)) {
            return accepted(client.ask(words), node.name());
        } catch (IOException e) {
            throw down(node, e);
        }
    }

    /** Sends a command to the first node that answers: the one that was named on the command line, then the others. */
    NodeReply askAny(String... words) {
        Set<InetSocketAddress> addresses = new LinkedHashSet<>(List.of(first));
        nodes().stream().filter(row -> !row.isGone()).forEach(row -> addresses.add(row.address()));
        List<String> silent = new ArrayList<>();
        for (InetSocketAddress address : addresses) {
            try (NodeClient client = NodeClient.connect(address, access, TIMEOUT)) {
                return accepted(client.ask(words), "the node at " + HostPort.shown(address));
            } catch (IOException e) {
                silent.add(HostPort.shown(address) + " (" + e.getMessage() + ")");
            }
        }
        throw Failure.failed("no node answers: " + String.join(", ", silent)
                + "; start some with ./divvy up, or name one with --at HOST:PORT");
    }

    static NodeReply accepted(NodeReply reply, String node) {
        if (reply.isError()) {
            throw Failure.failed(node + " answered: " + reply.text());
        }
        return reply;
    }

    static Failure down(NodeRow node, IOException error) {
        return Failure.failed(node.name() + " at " + node.listen() + " does not answer (" + error.getMessage()
                + "); ask another node, or: start " + node.shortName());
    }
}

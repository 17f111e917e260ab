package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeAccess;
import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.cache.NodeReply;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.cache.TokenCoverage;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.HostPort;
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

/** The nodes that the shell knows: those that one of them tells of, and those that were there before and died. Used by one thread. */
final class ShellCluster {

    /** Longer than a busy machine pauses. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final InetSocketAddress first;
    private final NodeAccess access;
    private final ControlClient control;
    private final Map<String, NodeRow> known = new TreeMap<>();

    /** The most tokens that were ever seen: their number never changes. */
    private int tokens;

    private boolean looked;

    /**
     * Knows no node yet.
     *
     * @param first a node that can tell of the others
     */
    ShellCluster(InetSocketAddress first, NodeAccess access) {
        this.first = first;
        this.access = access;
        this.control = new ControlClient(first);
    }

    ControlClient control() {
        return control;
    }

    /** Returns how many tokens there are, as far as was seen. */
    int tokens() {
        return tokens;
    }

    /** Returns all that are known, by number and then by name, those that are gone included. */
    List<NodeRow> nodes() {
        return known.values().stream()
                .sorted(Comparator.comparingInt(NodeRow::number).thenComparing(NodeRow::name))
                .toList();
    }

    /** Asks which nodes are there now; returns all that are known. */
    List<NodeRow> look() {
        members();
        return nodes();
    }

    /** Asks which nodes are there now, and remembers them; returns them alone. */
    List<NodeRow> members() {
        List<NodeRow> there = seen(askAny("DIVVY.NODES"));
        Set<String> names = there.stream().map(NodeRow::name).collect(Collectors.toSet());
        known.replaceAll((name, row) -> names.contains(name) ? row : row.gone());
        there.forEach(row -> known.put(row.name(), row));
        if (!looked) {
            looked = true;
            control.started(nodes()).forEach(row -> known.putIfAbsent(row.name(), row));
        }
        return there;
    }

    /** Returns the nodes that this node sees. */
    List<NodeRow> seenBy(String who) {
        return seen(ask(who, "DIVVY.NODES"));
    }

    private List<NodeRow> seen(NodeReply told) {
        List<NodeRow> there =
                NodeRow.all(told).stream().filter(row -> !row.isGone()).toList();
        tokens = Math.max(tokens, TokenCoverage.of(there, 0).total());
        return there;
    }

    /** Fails unless each token is owned once and held by its owner, and nothing is left where it was; asks each of these nodes. */
    String checked(List<NodeRow> seen) {
        TokenCoverage coverage = TokenCoverage.of(seen, tokens);
        if (!coverage.isExact()) {
            throw Failure.failed(coverage.shown());
        }
        seen.forEach(node -> check(node, ask(node, "DIVVY.INSIDE").fields()));
        return coverage.shown();
    }

    /** Fails unless a node has inside what it owns, and nothing else. */
    static void check(NodeRow node, Map<String, String> inside) {
        String held = inside.getOrDefault("tokens", "?");
        if (!held.equals(Integer.toString(node.tokens()))) {
            throw Failure.failed(node.name() + " holds " + held + " tokens and owns " + node.tokens()
                    + ": some are still on their way");
        }
        String foreign = inside.getOrDefault("foreign", "?");
        if (!foreign.equals("0")) {
            throw Failure.failed(node.name() + " has " + foreign + " entries of tokens that it does not own");
        }
    }

    /** Returns the node that is meant: by the number that its name ends in, or by its name. */
    NodeRow node(String who) {
        return find(nodes(), who)
                .or(() -> find(look(), who))
                .orElseThrow(() -> Failure.failed("there is no node " + who + "; there are " + NodeRow.names(nodes())));
    }

    /** As {@link #node}, among these. */
    static Optional<NodeRow> find(List<NodeRow> nodes, String who) {
        Optional<NodeRow> named =
                nodes.stream().filter(row -> row.name().equals(who)).findFirst();
        List<NodeRow> numbered = nodes.stream()
                .filter(row ->
                        row.number() >= 0 && Integer.toString(row.number()).equals(who))
                .toList();
        if (named.isEmpty() && numbered.size() > 1) {
            throw Failure.failed(
                    "several nodes end in " + who + ": " + NodeRow.names(numbered) + "; write the whole name");
        }
        return named.or(() -> numbered.stream().findFirst());
    }

    /** Connects to this node. */
    NodeClient to(NodeRow node) throws IOException {
        try {
            return NodeClient.connect(node.address(), access, PATIENCE);
        } catch (TypeConversionException e) {
            throw new IOException("it announces " + e.getMessage(), e);
        }
    }

    /** Asks this node; a refusal, or no answer, is a failure. */
    NodeReply ask(String who, String... words) {
        return ask(node(who), words);
    }

    private NodeReply ask(NodeRow node, String... words) {
        try (NodeClient client = to(node)) {
            return accepted(client.ask(words), node.name());
        } catch (IOException e) {
            throw down(node, e);
        }
    }

    /** Asks the first node that answers: the one that was named at the beginning, then the others. */
    NodeReply askAny(String... words) {
        Set<InetSocketAddress> places = new LinkedHashSet<>(List.of(first));
        nodes().stream().filter(row -> !row.isGone()).forEach(row -> places.add(row.address()));
        List<String> silent = new ArrayList<>();
        for (InetSocketAddress place : places) {
            try (NodeClient client = NodeClient.connect(place, access, PATIENCE)) {
                return accepted(client.ask(words), "the node at " + HostPort.shown(place));
            } catch (IOException e) {
                silent.add(HostPort.shown(place) + " (" + e.getMessage() + ")");
            }
        }
        throw Failure.failed("no node answers: " + String.join(", ", silent)
                + "; start some with ./divvy up, or name one with --at HOST:PORT");
    }

    static NodeReply accepted(NodeReply reply, String who) {
        if (reply.isError()) {
            throw Failure.failed(who + " answered: " + reply.text());
        }
        return reply;
    }

    static Failure down(NodeRow node, IOException why) {
        return Failure.failed(node.name() + " at " + node.listen() + " does not answer (" + why.getMessage()
                + "); ask another node, or: start " + node.shortName());
    }
}

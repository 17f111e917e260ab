package dev.divvy.cli.shell;

import dev.divvy.cli.cache.Coverage;
import dev.divvy.cli.cache.HostPort;
import dev.divvy.cli.cache.NodeAccess;
import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.cache.Reply;
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

/** The nodes that the shell knows: those that one of them tells of, and those that were there before and died. Used by one thread. */
final class Cluster {

    /** Longer than a busy machine pauses. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final InetSocketAddress first;
    private final NodeAccess access;
    private final Control control;
    private final Map<String, NodeRow> known = new TreeMap<>();

    /** The most tokens that were ever seen: their number never changes. */
    private int tokens;

    private boolean looked;

    /**
     * Knows nobody yet.
     *
     * @param first a node that can tell of the others
     */
    Cluster(InetSocketAddress first, NodeAccess access) {
        this.first = first;
        this.access = access;
        this.control = new Control(first);
    }

    Control control() {
        return control;
    }

    /** How many tokens there are, as far as was seen. */
    int tokens() {
        return tokens;
    }

    /** All that are known, by number and then by name; those that are gone are said to be. */
    List<NodeRow> nodes() {
        return known.values().stream()
                .sorted(Comparator.comparingInt(NodeRow::number).thenComparing(NodeRow::name))
                .toList();
    }

    /** Asks who is there now, and remembers it; answers all that are known. */
    List<NodeRow> look() {
        members();
        return nodes();
    }

    /** Asks who is there now, and remembers it; answers them alone. */
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

    /** Those that this node sees. */
    List<NodeRow> seenBy(NodeRow node) {
        return seen(ask(node, "DIVVY.NODES"));
    }

    private List<NodeRow> seen(Reply told) {
        List<NodeRow> there =
                NodeRow.all(told).stream().filter(row -> !row.isGone()).toList();
        tokens = Math.max(tokens, Coverage.of(there, 0).total());
        return there;
    }

    /** The node that is meant: by the number that its name ends in, or by its name. */
    NodeRow node(String who) {
        return find(nodes(), who).or(() -> find(look(), who)).orElseThrow(() -> unknown(who));
    }

    /** As {@link #node}, among these. */
    static Optional<NodeRow> find(List<NodeRow> nodes, String who) {
        List<NodeRow> meant = nodes.stream()
                .filter(row -> row.name().equals(who)
                        || (row.number() >= 0 && Integer.toString(row.number()).equals(who)))
                .toList();
        Optional<NodeRow> named =
                meant.stream().filter(row -> row.name().equals(who)).findFirst();
        if (named.isPresent() || meant.size() <= 1) {
            return named.or(() -> meant.stream().findFirst());
        }
        throw Failure.failed("several nodes end in " + who + ": " + names(meant) + "; write the whole name");
    }

    private Failure unknown(String who) {
        return Failure.failed("there is no node " + who + "; there are " + names(nodes()));
    }

    private static String names(List<NodeRow> rows) {
        return rows.stream().map(NodeRow::name).collect(Collectors.joining(", "));
    }

    /** A line to this node. */
    NodeClient to(NodeRow node) throws IOException {
        try {
            return NodeClient.connect(node.address(), access, PATIENCE);
        } catch (TypeConversionException e) {
            throw new IOException("it announces " + e.getMessage(), e);
        }
    }

    /** Asks this node; a refusal, or no answer, is a failure. */
    Reply ask(NodeRow node, String... words) {
        try (NodeClient client = to(node)) {
            return accepted(client.ask(words), node.name());
        } catch (IOException e) {
            throw down(node, e);
        }
    }

    /** Asks whoever answers first: the node that was named at the beginning, then the others. */
    Reply askAny(String... words) {
        Set<InetSocketAddress> places = new LinkedHashSet<>();
        places.add(first);
        for (NodeRow row : nodes()) {
            if (!row.isGone()) {
                places.add(row.address());
            }
        }
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

    static Reply accepted(Reply reply, String who) {
        if (reply.isError()) {
            throw Failure.failed(who + " answered: " + reply.text());
        }
        return reply;
    }

    static Failure down(NodeRow node, IOException why) {
        return Failure.failed(node.name() + " at " + node.listen() + " does not answer (" + why.getMessage()
                + "); ask another node, or: start " + (node.number() < 0 ? node.name() : node.number()));
    }
}

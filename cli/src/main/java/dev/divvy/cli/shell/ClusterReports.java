package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeClient;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Columns;
import dev.divvy.cli.terminal.TerminalColours;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The reports of the shell on the nodes. */
final class ClusterReports {

    static final String DOWN = "nodedown";

    private final ShellCluster cluster;

    /** Returns a line with the mark of nodes that are down in red. */
    static String coloured(String line, TerminalColours colours) {
        return line.replace(DOWN, colours.failure(DOWN));
    }

    ClusterReports(ShellCluster cluster) {
        this.cluster = cluster;
    }

    /** Returns the number of entries per node; a node that is down is marked, and the others still answer. */
    String entries() {
        Columns columns = new Columns().row("node", "entries");
        cluster.refresh().forEach(node -> columns.row(node.name(), shown(count(node))));
        return text(columns);
    }

    String entries(String id) {
        return shown(count(cluster.node(id)));
    }

    String sum() {
        return Long.toString(cluster.refresh().stream()
                .mapToLong(node -> count(node).orElse(0))
                .sum());
    }

    private static String shown(OptionalLong entries) {
        return entries.isPresent() ? Long.toString(entries.getAsLong()) : DOWN;
    }

    private OptionalLong count(NodeRow node) {
        try (NodeClient client = cluster.to(node)) {
            return OptionalLong.of(Long.parseLong(
                    ShellCluster.accepted(client.ask("DBSIZE"), node.name()).text()));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    String counters(String id) {
        Columns columns = new Columns();
        cluster.ask(id, "DIVVY.COUNTERS").fields().forEach(columns::row);
        return text(columns);
    }

    static String nodes(List<NodeRow> nodes) {
        Columns columns = new Columns().row("node", "state", "address", "tokens", "pid");
        for (NodeRow node : nodes) {
            columns.row(
                    node.name(),
                    node.state().toLowerCase(Locale.ROOT),
                    node.listen(),
                    Integer.toString(node.tokens()),
                    node.pid() > 0 ? Long.toString(node.pid()) : "-");
        }
        return text(columns);
    }

    /** Returns the tokens of each node and their number. */
    static String tokens(List<NodeRow> nodes) {
        int widest = nodes.stream().mapToInt(node -> node.name().length()).max().orElse(0);
        String form = "%-" + Math.max(4, widest) + "s  %6s  %s";
        return Stream.concat(
                        Stream.of(String.format(form, "node", "tokens", "runs")),
                        nodes.stream().map(node -> String.format(form, node.name(), node.tokens(), node.runs())))
                .map(String::stripTrailing)
                .collect(Collectors.joining("\n"));
    }

    private static String text(Columns columns) {
        return String.join("\n", columns.lines());
    }
}

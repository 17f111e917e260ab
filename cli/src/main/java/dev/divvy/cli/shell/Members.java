package dev.divvy.cli.shell;

import dev.divvy.cli.cache.Coverage;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Columns;
import dev.divvy.cli.terminal.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the shell asks nodes about themselves and each other. */
final class Members {

    private final Cluster cluster;

    /** The most tokens that were ever seen: their number never changes. */
    private int most;

    Members(Cluster cluster) {
        this.cluster = cluster;
    }

    private List<NodeRow> seenBy(String who) {
        List<NodeRow> seen = NodeRow.all(cluster.ask(cluster.node(who), "DIVVY.NODES"));
        most = Math.max(most, Coverage.of(seen, 0).total());
        return seen;
    }

    List<String> cluster(String who) {
        return table(seenBy(who));
    }

    static List<String> table(List<NodeRow> seen) {
        Columns columns = new Columns().row("node", "state", "address", "tokens", "pid");
        for (NodeRow node : seen) {
            columns.row(
                    node.name(),
                    node.state().toLowerCase(Locale.ROOT),
                    node.listen(),
                    Integer.toString(node.tokens()),
                    node.pid() > 0 ? Long.toString(node.pid()) : "-");
        }
        return columns.lines();
    }

    /** How many each owns, and which. */
    List<String> tokens(String who) {
        List<NodeRow> seen = seenBy(who);
        Columns columns = new Columns().row("node", "tokens");
        seen.forEach(node -> columns.row(node.name(), Integer.toString(node.tokens())));
        List<String> begins = columns.lines();
        List<String> lines = new ArrayList<>(List.of(begins.get(0) + "  runs"));
        for (int i = 0; i < seen.size(); i++) {
            lines.add((begins.get(i + 1) + "  " + seen.get(i).runs()).stripTrailing());
        }
        return lines;
    }

    /** Fails unless every token is owned exactly once, and every node that answers owns what it is said to. */
    String check(String who) {
        List<NodeRow> seen = seenBy(who);
        Coverage coverage = Coverage.of(seen, most);
        if (!coverage.isExact()) {
            throw Failure.failed(coverage.shown());
        }
        for (NodeRow node : seen) {
            String own = node.isGone() ? "0" : inside(node).getOrDefault("tokens", "?");
            if (!own.equals(Integer.toString(node.tokens()))) {
                throw Failure.failed(node.name() + " holds " + own + " tokens, but owns " + node.tokens()
                        + ": it is still getting or giving some");
            }
        }
        return coverage.shown();
    }

    List<String> inside(String who) {
        Columns columns = new Columns();
        inside(cluster.node(who)).forEach(columns::row);
        return columns.lines();
    }

    private Map<String, String> inside(NodeRow node) {
        return cluster.ask(node, "DIVVY.INSIDE").fields();
    }

    List<String> why(String key) {
        return cluster.askAny("DIVVY.WHY", key).lines();
    }

    List<String> plan(String what, String who) {
        if (!what.equalsIgnoreCase("leave")) {
            throw Failure.failed("'" + what + "' cannot be planned; write it as: plan leave I");
        }
        return cluster.askAny("DIVVY.PLAN", "LEAVE", cluster.node(who).name()).lines();
    }
}

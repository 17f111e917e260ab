package dev.divvy.cli.shell;

import dev.divvy.cli.cache.Coverage;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Columns;
import dev.divvy.cli.terminal.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the shell asks nodes about themselves and each other. */
final class Members {

    private final Cluster cluster;
    private final Calm calm;

    Members(Cluster cluster) {
        this.cluster = cluster;
        this.calm = new Calm(cluster);
    }

    List<String> cluster(String who) {
        return table(cluster.seenBy(cluster.node(who)));
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
        List<NodeRow> seen = cluster.seenBy(cluster.node(who));
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
        List<NodeRow> seen = cluster.seenBy(cluster.node(who));
        calm.fault(seen).ifPresent(fault -> {
            throw Failure.failed(fault);
        });
        return Coverage.of(seen, cluster.tokens()).shown();
    }

    List<String> inside(String who) {
        Columns columns = new Columns();
        cluster.ask(cluster.node(who), "DIVVY.INSIDE").fields().forEach(columns::row);
        return columns.lines();
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

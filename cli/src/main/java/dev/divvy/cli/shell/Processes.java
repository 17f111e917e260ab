package dev.divvy.cli.shell;

import dev.divvy.cli.cache.HostPort;
import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.resp.Answer;
import dev.divvy.cli.terminal.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What the shell does with the processes of nodes. */
final class Processes {

    private static final Duration DEATH = Duration.ofSeconds(10);
    private static final Duration LEAVE = Duration.ofMinutes(2);
    private static final Duration TAKEOVER = Duration.ofSeconds(60);
    private static final Duration ARRIVAL = Duration.ofSeconds(90);

    private final Cluster cluster;
    private final Control control;

    Processes(Cluster cluster, Control control) {
        this.cluster = cluster;
        this.control = control;
    }

    /** Ends a node by force and waits until the others have its tokens. */
    String kill(String who) {
        NodeRow node = now(who);
        NodeProcess process = NodeProcess.of(node);
        process.kill();
        if (!process.awaitEnd(DEATH)) {
            throw Failure.failed(node.name() + " (pid " + node.pid() + ") did not end, though it was killed");
        }
        return named(node) + " is killed" + takenOver(node);
    }

    /** Lets a node leave and waits until it is gone. */
    String stop(String who) {
        NodeRow node = now(who);
        NodeProcess process = NodeProcess.of(node);
        process.stop();
        if (!process.awaitEnd(LEAVE)) {
            throw Failure.failed(named(node) + " has not left after " + LEAVE.toSeconds()
                    + " s; see: cluster, or: kill " + node.number());
        }
        return named(node) + " has left" + takenOver(node);
    }

    /** With the process that it has now. */
    private NodeRow now(String who) {
        try {
            cluster.look();
        } catch (Failure nobodyAnswers) {
            // What is remembered must do: it may stand still.
        }
        return cluster.node(who);
    }

    private static String named(NodeRow node) {
        return node.name() + " (pid " + node.pid() + ")";
    }

    private String takenOver(NodeRow node) {
        try {
            boolean taken = Patience.until(TAKEOVER, () -> isSettledWithout(cluster.look(), node));
            return taken ? "; the others have its tokens" : "; the others do not have all of its tokens yet";
        } catch (Failure nobodyAnswers) {
            return "; no other node answers";
        }
    }

    static boolean isSettledWithout(List<NodeRow> nodes, NodeRow gone) {
        return nodes.stream().filter(row -> row.name().equals(gone.name())).allMatch(NodeRow::isGone)
                && nodes.stream().allMatch(row -> row.isGone() || row.isRunning());
    }

    static boolean isSettledWith(List<NodeRow> nodes, String name, long pid) {
        return nodes.stream().anyMatch(row -> row.name().equals(name) && row.pid() == pid && row.isRunning())
                && nodes.stream().allMatch(row -> row.isGone() || row.isRunning());
    }

    /** Starts a node and waits until it has its share. */
    String start(String who) {
        Answer started = control.start(who);
        Map<String, String> fields = started.fields();
        String name = fields.getOrDefault("name", "?");
        long pid = Long.parseLong(fields.getOrDefault("pid", "0"));
        boolean serves = Patience.until(ARRIVAL, () -> serves(name, pid));
        if (!serves) {
            throw Failure.failed(
                    name + " (pid " + pid + ") has no share after " + ARRIVAL.toSeconds() + " s; see: cluster");
        }
        NodeRow node = cluster.node(name);
        return named(node) + " serves " + Numbers.count(node.tokens(), "token") + " at "
                + HostPort.shown(node.address());
    }

    private boolean serves(String name, long pid) {
        if (ProcessHandle.of(pid).isEmpty()) {
            throw Failure.failed(name + " (pid " + pid + ") ended at once; ./divvy up says why");
        }
        try {
            return isSettledWith(cluster.look(), name, pid);
        } catch (Failure nobodyAnswersYet) {
            return false;
        }
    }
}

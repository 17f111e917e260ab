package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Has {@code divvy up} start, stop and kill the processes of nodes, and waits for the effect. */
final class NodeProcesses {

    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration CHANGE_TIMEOUT = Duration.ofSeconds(90);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private final ShellCluster cluster;

    NodeProcesses(ShellCluster cluster) {
        this.cluster = cluster;
    }

    /** Kills a node and waits until the others own its tokens. */
    String kill(String id) {
        NodeRow node = order("kill", id, "kill its process where it runs");
        if (!awaitTrue(KILL_TIMEOUT, () -> !isAlive(node))) {
            throw Failure.failed(label(node) + " was killed but still runs");
        }
        return label(node) + " was killed" + takenOver(node);
    }

    /** Stops a node and waits until it has left. */
    String stop(String id) {
        NodeRow node = order("stop", id, "stop it where it runs, with Ctrl-C");
        if (!awaitTrue(STOP_TIMEOUT, () -> !isAlive(node))) {
            throw Failure.failed(label(node) + " has not left after " + STOP_TIMEOUT.toSeconds()
                    + " s; see: cluster, or: kill " + node.name());
        }
        return label(node) + " has left" + takenOver(node);
    }

    /** Starts a node and waits until it serves its share of the tokens. */
    String start(String id) {
        NodeRow started = order(
                "start",
                id,
                "start it by hand, like the others: ./divvy node --name NAME --listen HOST:PORT --mesh HOST:PORT"
                        + " --peers HOST:PORT,...");
        if (!awaitTrue(CHANGE_TIMEOUT, () -> isUp(started) && isCalm(live -> hasShare(started, live)))) {
            throw Failure.failed(label(started) + " does not serve its share yet; see: cluster, check");
        }
        NodeRow node = cluster.node(started.name());
        return label(node) + " serves " + Numbers.count(node.tokens(), "token") + " at " + node.listen();
    }

    private NodeRow order(String order, String id, String otherwise) {
        try {
            cluster.refresh();
        } catch (Failure noNodeAnswers) {
            // The nodes may be paused: the known ones are used.
        }
        int number = id.matches("[0-9]{1,5}")
                ? Integer.parseInt(id)
                : cluster.node(id).number();
        if (number < 0) {
            throw Failure.failed(id + " does not end in a number, so ./divvy up did not start it");
        }
        return cluster.control().order(order, number, cluster.nodes(), otherwise);
    }

    private static String label(NodeRow node) {
        return node.name() + " (pid " + node.pid() + ")";
    }

    private static boolean isAlive(NodeRow node) {
        return ProcessHandle.of(node.pid()).filter(ProcessHandle::isAlive).isPresent();
    }

    private static boolean isUp(NodeRow started) {
        if (!isAlive(started)) {
            throw Failure.failed(label(started) + " ended right after its start; the output of ./divvy up says why");
        }
        return true;
    }

    private String takenOver(NodeRow gone) {
        if (cluster.nodes().stream().allMatch(row -> row.isGone() || row.name().equals(gone.name()))) {
            return "; it was the last node";
        }
        return awaitTrue(CHANGE_TIMEOUT, () -> isCalm(live -> live.stream().noneMatch(gone::isSame)))
                ? "; the others own its tokens"
                : "; the others do not own all of its tokens yet; see: check";
    }

    /** Polls a condition; returns whether it became true in time. */
    private static boolean awaitTrue(Duration atMost, BooleanSupplier awaited) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!awaited.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(POLL_INTERVAL.toNanos());
        }
        return true;
    }

    /** Whether the nodes meet the condition and each token is held by its owner. */
    private boolean isCalm(Predicate<List<NodeRow>> condition) {
        try {
            List<NodeRow> members = cluster.members();
            return condition.test(members) && !cluster.checked(members).isEmpty();
        } catch (Failure notYet) {
            return false;
        }
    }

    /** Whether a started node owns tokens; it may own none only if there are fewer tokens than nodes. */
    private boolean hasShare(NodeRow started, List<NodeRow> members) {
        return members.stream()
                .anyMatch(row -> started.isSame(row)
                        && row.isRunning()
                        && (row.tokens() > 0 || cluster.tokens() < members.size()));
    }
}

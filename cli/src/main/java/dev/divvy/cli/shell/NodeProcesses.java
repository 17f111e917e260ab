package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** What the shell has {@code divvy up} do with the processes of nodes, and how it waits for that. */
final class NodeProcesses {

    private static final Duration DEATH = Duration.ofSeconds(10);
    private static final Duration LEAVE = Duration.ofMinutes(2);
    private static final Duration CHANGE = Duration.ofSeconds(90);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final ShellCluster cluster;

    NodeProcesses(ShellCluster cluster) {
        this.cluster = cluster;
    }

    /** Ends a node by force and waits until the others have its tokens. */
    String kill(String who) {
        NodeRow node = order("kill", who, "end it where it runs, by force");
        if (!comesTrue(DEATH, () -> !isAlive(node))) {
            throw Failure.failed(named(node) + " did not end, though it was killed");
        }
        return named(node) + " is killed" + takenOver(node);
    }

    /** Lets a node leave and waits until it is gone. */
    String stop(String who) {
        NodeRow node = order("stop", who, "stop it where it runs, with Ctrl-C");
        if (!comesTrue(LEAVE, () -> !isAlive(node))) {
            throw Failure.failed(named(node) + " has not left after " + LEAVE.toSeconds()
                    + " s; see: cluster, or: kill " + node.name());
        }
        return named(node) + " has left" + takenOver(node);
    }

    /** Starts a node and waits until it has its share. */
    String start(String who) {
        NodeRow started = order(
                "start",
                who,
                "start it by hand, as the others were: ./divvy node --name NAME --listen HOST:PORT --mesh HOST:PORT"
                        + " --peers HOST:PORT,...");
        if (!comesTrue(CHANGE, () -> isUp(started) && isCalm(there -> hasShare(started, there)))) {
            throw Failure.failed(named(started) + " does not serve its share yet; see: cluster, check");
        }
        NodeRow node = cluster.node(started.name());
        return named(node) + " serves " + Numbers.count(node.tokens(), "token") + " at " + node.listen();
    }

    private NodeRow order(String order, String who, String otherwise) {
        try {
            cluster.look();
        } catch (Failure noneAnswers) {
            // What is remembered must do: the nodes may be paused.
        }
        int number = who.matches("[0-9]{1,5}")
                ? Integer.parseInt(who)
                : cluster.node(who).number();
        if (number < 0) {
            throw Failure.failed(who + " ends in no number, so ./divvy up has not started it");
        }
        return cluster.control().order(order, number, cluster.nodes(), otherwise);
    }

    private static String named(NodeRow node) {
        return node.name() + " (pid " + node.pid() + ")";
    }

    private static boolean isAlive(NodeRow node) {
        return ProcessHandle.of(node.pid()).filter(ProcessHandle::isAlive).isPresent();
    }

    private static boolean isUp(NodeRow started) {
        if (!isAlive(started)) {
            throw Failure.failed(named(started) + " ended at once; ./divvy up says why");
        }
        return true;
    }

    private String takenOver(NodeRow gone) {
        if (cluster.nodes().stream().allMatch(row -> row.isGone() || row.name().equals(gone.name()))) {
            return "; it was the last one";
        }
        return comesTrue(CHANGE, () -> isCalm(there -> there.stream().noneMatch(gone::isSame)))
                ? "; the others have its tokens"
                : "; the others do not have all of its tokens yet, see: check";
    }

    /** Asks again and again; returns whether it came true in time. */
    private static boolean comesTrue(Duration atMost, BooleanSupplier awaited) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!awaited.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return true;
    }

    /** Whether the nodes are those that are wanted, and the tokens where they belong. */
    private boolean isCalm(Predicate<List<NodeRow>> wanted) {
        try {
            List<NodeRow> members = cluster.members();
            return wanted.test(members) && !cluster.checked(members).isEmpty();
        } catch (Failure notYet) {
            return false;
        }
    }

    /** A share may be nothing only where there are fewer tokens than nodes. */
    private boolean hasShare(NodeRow started, List<NodeRow> members) {
        return members.stream()
                .anyMatch(row -> started.isSame(row)
                        && row.isRunning()
                        && (row.tokens() > 0 || cluster.tokens() < members.size()));
    }
}

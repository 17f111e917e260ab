package dev.divvy.cli.shell;

import dev.divvy.cli.cache.NodeRow;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Failure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** What the shell does with the processes of nodes. */
final class Processes {

    private static final Duration DEATH = Duration.ofSeconds(10);
    private static final Duration LEAVE = Duration.ofMinutes(2);
    private static final Duration CHANGE = Duration.ofSeconds(90);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Cluster cluster;

    Processes(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Ends a node by force and waits until the others have its tokens. */
    String kill(String who) {
        lookIfAnyAnswers();
        NodeRow node = cluster.node(who);
        ProcessHandle process = NodeProcess.of(node);
        process.destroyForcibly();
        if (!comesTrue(DEATH, () -> !process.isAlive())) {
            throw Failure.failed(named(node) + " did not end, though it was killed");
        }
        return named(node) + " is killed" + takenOver(node);
    }

    /** Lets a node leave and waits until it is gone. */
    String stop(String who) {
        lookIfAnyAnswers();
        NodeRow node = cluster.node(who);
        ProcessHandle process = NodeProcess.of(node);
        process.destroy();
        if (!comesTrue(LEAVE, () -> !process.isAlive())) {
            throw Failure.failed(named(node) + " has not left after " + LEAVE.toSeconds()
                    + " s; see: cluster, or: kill " + node.name());
        }
        return named(node) + " has left" + takenOver(node);
    }

    /** Learns which process each node has now. */
    private void lookIfAnyAnswers() {
        try {
            cluster.look();
        } catch (Failure noneAnswers) {
            // What is remembered must do: the nodes may be paused.
        }
    }

    private static String named(NodeRow node) {
        return node.name() + " (pid " + node.pid() + ")";
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

    /** Starts a node and waits until it has its share. */
    String start(String who) {
        lookIfAnyAnswers();
        NodeRow started = cluster.control().start(number(who), cluster.nodes());
        if (!comesTrue(CHANGE, () -> isUp(started) && isCalm(there -> hasShare(started, there)))) {
            throw Failure.failed(named(started) + " does not serve its share yet; see: cluster, check");
        }
        NodeRow node = cluster.node(started.name());
        return named(node) + " serves " + Numbers.count(node.tokens(), "token") + " at " + node.listen();
    }

    private int number(String who) {
        int number = who.matches("[0-9]{1,5}")
                ? Integer.parseInt(who)
                : cluster.node(who).number();
        if (number < 0) {
            throw Failure.failed(who + " ends in no number, so ./divvy up has not started it");
        }
        return number;
    }

    private static boolean isUp(NodeRow started) {
        if (ProcessHandle.of(started.pid()).filter(ProcessHandle::isAlive).isEmpty()) {
            throw Failure.failed(named(started) + " ended at once; ./divvy up says why");
        }
        return true;
    }

    /** A share may be nothing only where there are fewer tokens than nodes. */
    private boolean hasShare(NodeRow started, List<NodeRow> members) {
        return members.stream()
                .anyMatch(row -> started.isSame(row)
                        && row.isRunning()
                        && (row.tokens() > 0 || cluster.tokens() < members.size()));
    }
}

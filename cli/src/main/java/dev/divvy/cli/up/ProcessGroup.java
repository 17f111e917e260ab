package dev.divvy.cli.up;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Processes of one kind. One that ended is reported, and started again after a while. Used by one thread, but for {@link #kill}. */
final class ProcessGroup {

    /** Longer than the others take to notice, so that their takeover can be seen. */
    static final Duration ABSENCE = Duration.ofSeconds(8);

    /** After so long the processes that are waited for are named. */
    private static final Duration QUIET_END = Duration.ofSeconds(2);

    private static final Duration LONGEST_END = Duration.ofSeconds(5);
    private static final Duration LONGEST_DEATH = Duration.ofSeconds(2);

    private final List<DemoProcess> processes;
    private final String meanwhile;
    private final Consumer<String> told;

    /** When each process that ended was missed. */
    private final Map<DemoProcess, Long> missed = new LinkedHashMap<>();

    /**
     * Groups these.
     *
     * @param meanwhile what happens while one is gone
     */
    ProcessGroup(List<DemoProcess> processes, String meanwhile, Consumer<String> told) {
        this.processes = List.copyOf(processes);
        this.meanwhile = meanwhile;
        this.told = told;
    }

    List<DemoProcess> processes() {
        return processes;
    }

    String pids() {
        return processes.stream()
                .map(process -> process.id() + " is pid " + process.pid())
                .collect(Collectors.joining(", "));
    }

    /** Returns that a process is gone, and in how long it is back. */
    String absence(DemoProcess process) {
        long since = missed.getOrDefault(process, System.nanoTime());
        long left = ABSENCE.minusNanos(System.nanoTime() - since).toSeconds();
        return "gone, back in " + Math.max(1, left + 1) + " s";
    }

    void supervise() {
        for (DemoProcess process : processes) {
            if (process.isAlive()) {
                continue;
            }
            Long since = missed.putIfAbsent(process, System.nanoTime());
            if (since == null) {
                told.accept(process.id() + " (pid " + process.pid() + ") is gone, " + process.ending() + "; "
                        + meanwhile + "; it is back in " + ABSENCE.toSeconds() + " s");
            } else if (System.nanoTime() - since >= ABSENCE.toNanos()) {
                process.restart();
                missed.remove(process);
                told.accept(process.id() + " is started anew, pid " + process.pid());
            }
        }
    }

    void stop() {
        processes.forEach(DemoProcess::stop);
    }

    /** Lets all finish and waits for that; a process that does not finish in time is killed. */
    void end() {
        stop();
        long began = System.nanoTime();
        List<DemoProcess> slow = stillThere(processes, began + QUIET_END.toNanos());
        if (slow.isEmpty()) {
            return;
        }
        told.accept("waiting for " + names(slow) + "; Ctrl-C again ends " + (slow.size() == 1 ? "it" : "them")
                + " by force");
        List<DemoProcess> stuck = stillThere(slow, began + LONGEST_END.toNanos());
        if (!stuck.isEmpty()) {
            stuck.forEach(DemoProcess::kill);
            told.accept(names(stuck) + " did not answer and " + (stuck.size() == 1 ? "was" : "were") + " killed");
            stillThere(stuck, System.nanoTime() + LONGEST_DEATH.toNanos());
        }
    }

    private static List<DemoProcess> stillThere(List<DemoProcess> awaited, long deadlineNanos) {
        return awaited.stream()
                .filter(process -> !process.awaitEnd(deadlineNanos))
                .toList();
    }

    private static String names(List<DemoProcess> some) {
        return some.stream().map(DemoProcess::id).collect(Collectors.joining(", "));
    }

    /** Ends all by force, on any thread. */
    void kill() {
        processes.forEach(DemoProcess::kill);
    }
}

package dev.divvy.cli.up.demo;

import dev.divvy.cli.up.demo.DemoStatus.ProcessStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Remembers which processes were seen at work, and when their ends were noticed. Guarded by its {@link Demo}. */
final class ProcessWatch {

    private final DemoKind kind;

    /** The time at which the end of a process was noticed, in nanoseconds, by pid. */
    private final Map<Long, Long> ended = new HashMap<>();

    /** The pids of the processes that were seen at work. */
    private final Set<Long> seen = new HashSet<>();

    ProcessWatch(DemoKind kind) {
        this.kind = kind;
    }

    /** Records that a process is down; returns whether that is new. */
    boolean noticeEnd(DemoProcess process) {
        return ended.putIfAbsent(process.pid(), System.nanoTime()) == null;
    }

    /** Returns whether a process that is down restarts by itself. */
    boolean restarts(DemoProcess process) {
        return kind.restarts() && !process.isStopped();
    }

    /** Returns the time until a process that is down restarts; negative or zero when it is time. */
    Duration untilRestart(DemoProcess process) {
        long now = System.nanoTime();
        return Demo.RESTART_DELAY.minusNanos(now - ended.getOrDefault(process.pid(), now));
    }

    /** @param work the present work of the process; empty when it was not seen at work */
    ProcessStatus status(DemoProcess process, Optional<String> work) {
        work.ifPresent(text -> seen.add(process.pid()));
        ProcessState state = ProcessState.of(process, seen.contains(process.pid()));
        String detail = switch (state) {
            case DOWN -> down(process);
            case PAUSED -> "paused";
            case STARTING -> "starting";
            case RUNNING -> work.orElse(kind.idle());
        };
        return new ProcessStatus(process.id(), process.pid(), work.isPresent(), state, detail);
    }

    private String down(DemoProcess process) {
        return restarts(process)
                ? "down, restarts in " + Math.max(1, untilRestart(process).toSeconds() + 1) + " s"
                : "down";
    }
}

package dev.divvy.cli.up;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** One part of what is up: processes that share something. Used by one thread, but for {@link #processes}. */
abstract class Demo implements AutoCloseable {

    /** Longer than the others take to notice, so that their takeover can be seen. */
    static final Duration ABSENCE = Duration.ofSeconds(8);

    private final String name;
    private final String idle;
    private final boolean restarts;

    /** Takes the news, on any thread. */
    protected final Consumer<String> told;

    /** When a process that ended was missed, in nanoseconds, by its pid. */
    private final Map<Long, Long> missed = new HashMap<>();

    /** The pids of those that were seen at work. */
    private final Set<Long> seen = new HashSet<>();

    /**
     * A demo without processes yet.
     *
     * @param name what the processes are called together
     * @param idle the state of a process that was seen at work before, and is not now
     * @param restarts whether a process that ended is started again after {@link #ABSENCE}
     */
    protected Demo(String name, String idle, boolean restarts, Consumer<String> told) {
        this.name = name;
        this.idle = idle;
        this.restarts = restarts;
        this.told = told;
    }

    /** Returns the processes, on any thread. */
    abstract Collection<DemoProcess> processes();

    /** Returns lines that say what runs, and what to try. */
    abstract List<String> introduction();

    /** Returns what follows when this process ends. */
    abstract String consequence(DemoProcess ended);

    /** Returns the state of what the processes share. */
    protected abstract String summary();

    /** Returns what this process does, as {@link #summary} has just seen it; empty when it was not seen at work. */
    protected abstract Optional<String> work(DemoProcess process);

    String name() {
        return name;
    }

    String pids() {
        return processes().stream()
                .map(process -> process.id() + " is pid " + process.pid())
                .collect(Collectors.joining(", "));
    }

    /** Reports processes that ended, and starts them again where that is part of the demo. */
    void supervise() {
        for (DemoProcess process : processes()) {
            if (process.isAlive()) {
                continue;
            }
            Long since = missed.putIfAbsent(process.pid(), System.nanoTime());
            if (since == null) {
                told.accept(process.id() + " (pid " + process.pid() + ") is gone, " + process.ending() + "; "
                        + consequence(process) + (restarts ? "; it is back in " + ABSENCE.toSeconds() + " s" : ""));
            } else if (restarts && System.nanoTime() - since >= ABSENCE.toNanos()) {
                process.restart();
                told.accept(process.id() + " is started anew, pid " + process.pid());
            }
        }
    }

    DemoStatus status() {
        String summary = summary();
        return new DemoStatus(
                name, summary, processes().stream().map(this::status).toList());
    }

    private DemoStatus.ProcessStatus status(DemoProcess process) {
        boolean alive = process.isAlive();
        Optional<String> work = alive ? work(process) : Optional.empty();
        work.ifPresent(what -> seen.add(process.pid()));
        String state = alive ? work.orElse(seen.contains(process.pid()) ? idle : "starting") : absence(process);
        return new DemoStatus.ProcessStatus(process.id(), process.pid(), work.isPresent(), state);
    }

    private String absence(DemoProcess process) {
        long since = missed.getOrDefault(process.pid(), System.nanoTime());
        long left = ABSENCE.minusNanos(System.nanoTime() - since).toSeconds();
        return restarts ? "gone, back in " + Math.max(1, left + 1) + " s" : "gone";
    }

    /** Closes what this process has open for the demo, before the demo's processes are ended. */
    @Override
    public void close() {}
}

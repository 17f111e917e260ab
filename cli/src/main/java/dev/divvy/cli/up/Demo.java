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

/** One part of {@code divvy up}: processes that share work. Used by one thread, except for {@link #processes}. */
abstract class Demo implements AutoCloseable {

    /** The delay before a restart: longer than the others take to notice the loss, so that their takeover can be seen. */
    static final Duration RESTART_DELAY = Duration.ofSeconds(8);

    private final String name;
    private final String idle;
    private final boolean restarts;

    /** Gets messages for the user, on any thread. */
    protected final Consumer<String> news;

    /** The time at which the end of a process was noticed, in nanoseconds, by pid. */
    private final Map<Long, Long> ended = new HashMap<>();

    /** The pids of the processes that were seen at work. */
    private final Set<Long> seen = new HashSet<>();

    /**
     * A demo without processes yet.
     *
     * @param name the plural noun for the processes
     * @param idle the state of a process that was seen at work before, and is not now
     * @param restarts whether a process that ended is restarted after {@link #RESTART_DELAY}
     */
    protected Demo(String name, String idle, boolean restarts, Consumer<String> news) {
        this.name = name;
        this.idle = idle;
        this.restarts = restarts;
        this.news = news;
    }

    /** Returns the processes, on any thread. */
    abstract Collection<DemoProcess> processes();

    /** Returns lines that describe the processes and suggest commands. */
    abstract List<String> introduction();

    /** Returns the consequence of the end of this process. */
    abstract String consequence(DemoProcess ended);

    /** Returns the state of the shared work. */
    protected abstract String summary();

    /** Returns the work of this process, as {@link #summary} has just seen it; empty when it was not seen at work. */
    protected abstract Optional<String> work(DemoProcess process);

    String name() {
        return name;
    }

    String pids() {
        return processes().stream()
                .map(process -> process.id() + " is pid " + process.pid())
                .collect(Collectors.joining(", "));
    }

    /** Reports processes that ended, and restarts them where that is part of the demo. */
    void supervise() {
        for (DemoProcess process : processes()) {
            if (process.isAlive()) {
                continue;
            }
            Long since = ended.putIfAbsent(process.pid(), System.nanoTime());
            if (since == null) {
                news.accept(
                        process.id() + " (pid " + process.pid() + ") " + process.ending() + "; " + consequence(process)
                                + (restarts ? "; it restarts in " + RESTART_DELAY.toSeconds() + " s" : ""));
            } else if (restarts && System.nanoTime() - since >= RESTART_DELAY.toNanos()) {
                process.restart();
                news.accept(process.id() + " was restarted, pid " + process.pid());
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
        work.ifPresent(text -> seen.add(process.pid()));
        String state = alive ? work.orElse(seen.contains(process.pid()) ? idle : "starting") : downState(process);
        return new DemoStatus.ProcessStatus(process.id(), process.pid(), work.isPresent(), state);
    }

    private String downState(DemoProcess process) {
        long since = ended.getOrDefault(process.pid(), System.nanoTime());
        long left = RESTART_DELAY.minusNanos(System.nanoTime() - since).toSeconds();
        return restarts ? "down, restarts in " + Math.max(1, left + 1) + " s" : "down";
    }

    /** Closes the resources that this process has open for the demo, before the demo's processes are stopped. */
    @Override
    public void close() {}
}

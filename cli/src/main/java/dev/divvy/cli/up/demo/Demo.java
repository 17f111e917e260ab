package dev.divvy.cli.up.demo;

import dev.divvy.console.ProductSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * One product of {@code divvy up}: processes that share work. Processes are added, started, paused and ended under the lock of this object.
 */
public abstract class Demo implements AutoCloseable {

    /** The delay before a restart: longer than the others take to notice the loss, so that their takeover can be seen. */
    public static final Duration RESTART_DELAY = Duration.ofSeconds(8);

    /** The most processes of one kind. */
    public static final int MOST = 16;

    private final DemoKind kind;
    private final Consumer<String> news;
    private final ProcessOrders orders = new ProcessOrders(this);

    /** Changed under the lock of this object. */
    private final List<DemoProcess> processes = new CopyOnWriteArrayList<>();

    private boolean finished;

    /** Guarded by this object. */
    private final ProcessWatch watch;

    /**
     * A demo without processes yet.
     *
     * @param news gets messages for the user, on any thread
     */
    protected Demo(DemoKind kind, Consumer<String> news) {
        this.kind = kind;
        this.watch = new ProcessWatch(kind);
        this.news = news;
    }

    /**
     * Creates a process, which starts at once.
     *
     * @param number the first has number 1
     * @param count the number of processes that there will be at least
     */
    protected abstract DemoProcess create(int number, int count);

    /** Returns lines that describe the processes and suggest commands. */
    public abstract List<String> introduction();

    /** Returns the consequence of the end of this process. */
    public abstract String consequence(DemoProcess ended);

    /** Returns the product as it is now, without blocking for long; on any thread. */
    public abstract ProductSnapshot snapshot();

    /** Returns the state of the shared work, as it was last seen. */
    protected abstract String summary();

    /** Returns the work of this process, as it was last seen; empty when it was not seen at work. */
    protected abstract Optional<String> work(DemoProcess process);

    /** Returns what the checks of this demo have found so far; on any thread. */
    public Findings findings() {
        return Findings.NONE;
    }

    /** Returns the name of a process in its group. */
    public String member(DemoProcess process) {
        return process.id();
    }

    /** Waits for a good moment to pause a process. */
    protected void beforePause(DemoProcess process) {}

    /** Called after {@link #beforePause}, whether or not the process could be paused. */
    protected void afterPause(DemoProcess process) {}

    /** Checks that the process with this number can be started. */
    protected void beforeStart(int number) {}

    public DemoKind kind() {
        return kind;
    }

    public ProcessOrders orders() {
        return orders;
    }

    /** Returns the processes, on any thread. */
    public List<DemoProcess> processes() {
        return processes;
    }

    public Optional<DemoProcess> process(String name) {
        return processes.stream().filter(process -> process.id().equals(name)).findFirst();
    }

    public void say(String message) {
        news.accept(message);
    }

    /** Starts the first processes. */
    protected synchronized void start(int count) {
        for (int number = 1; number <= count; number++) {
            processes.add(create(number, count));
        }
    }

    /**
     * Adds a process and starts it.
     *
     * @throws IllegalStateException when there are as many as there can be
     */
    public synchronized DemoProcess add() {
        checkOpen();
        int number = 1
                + (int) processes.stream()
                        .filter(process -> number(process) > 0)
                        .count();
        if (number > MOST) {
            throw new IllegalStateException("there are " + MOST + " " + kind.plural() + ", and there can be no more");
        }
        beforeStart(number);
        DemoProcess added = create(number, number);
        processes.add(number - 1, added);
        say(added.id() + " was started, pid " + added.pid());
        return added;
    }

    /** Returns the number of a process; 0 if it is not one of those that are numbered. */
    public int number(DemoProcess process) {
        String name = process.id();
        return name.startsWith(kind.prefix())
                ? Integer.parseInt(name.substring(kind.prefix().length()))
                : 0;
    }

    /** Adds a process of another kind after the others. */
    protected synchronized void addLast(DemoProcess process) {
        processes.add(process);
    }

    /** Starts a process that is down. */
    synchronized void restart(DemoProcess process) {
        beforeStart(number(process));
        process.restart();
        say(process.id() + " was restarted, pid " + process.pid());
    }

    public String pids() {
        return processes.stream()
                .map(process -> process.id() + " is pid " + process.pid())
                .collect(Collectors.joining(", "));
    }

    /** Reports processes that ended, and restarts them where that is part of the demo. */
    public void supervise() {
        processes.forEach(this::supervise);
    }

    private synchronized void supervise(DemoProcess process) {
        if (process.isAlive()) {
            return;
        }
        boolean restarts = watch.restarts(process);
        if (watch.noticeEnd(process)) {
            say(process + " " + process.ending() + "; " + consequence(process)
                    + (restarts ? "; it restarts in " + RESTART_DELAY.toSeconds() + " s" : ""));
        } else if (restarts && watch.untilRestart(process).toNanos() <= 0) {
            restart(process);
        }
    }

    public synchronized DemoStatus status() {
        return new DemoStatus(
                kind,
                summary(),
                processes.stream()
                        .map(process -> watch.status(process, process.isAwake() ? work(process) : Optional.empty()))
                        .toList());
    }

    /** @throws IllegalStateException when the demo is being shut down */
    void checkOpen() {
        if (finished) {
            throw new IllegalStateException("the demo is shutting down");
        }
    }

    /** Starts no process afterwards; called before the processes are stopped. */
    public void finish() {
        synchronized (this) {
            finished = true;
        }
    }

    /** Returns lines about the whole run; called after the processes have ended. */
    public List<String> result() {
        return List.of();
    }

    /** Closes what this process has open for the demo, after the demo's processes have ended. */
    @Override
    public void close() {}
}

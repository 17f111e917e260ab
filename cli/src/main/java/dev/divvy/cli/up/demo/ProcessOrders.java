package dev.divvy.cli.up.demo;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Performs the orders of users on the processes of one demo, whether they come from the dashboard, the shell or chaos. */
public final class ProcessOrders {

    public static final String KILL = "kill";
    public static final String STOP = "stop";
    public static final String PAUSE = "pause";
    public static final String CONTINUE = "continue";
    public static final String START = "start";
    public static final List<String> ALL = List.of(KILL, STOP, PAUSE, CONTINUE, START);

    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(2);

    private final Demo demo;
    private final AtomicLong faults = new AtomicLong();

    ProcessOrders(Demo demo) {
        this.demo = demo;
    }

    /** Returns the number of processes that were killed or paused by order. */
    public long faults() {
        return faults.get();
    }

    /** Returns the orders that a process can be given now. */
    public static List<String> possible(DemoProcess process) {
        if (!process.isAlive()) {
            return List.of(START);
        }
        return process.isPaused() ? List.of(CONTINUE, STOP, KILL) : List.of(PAUSE, STOP, KILL);
    }

    /**
     * Performs one of {@link #ALL} and returns the effect as a sentence.
     *
     * @throws IllegalStateException when the process cannot be given this order now
     */
    public String perform(String order, DemoProcess process) {
        check(order, process);
        if (!order.equals(PAUSE)) {
            return performUnderLock(order, process);
        }
        // Not under the lock: this may wait.
        demo.beforePause(process);
        try {
            return performUnderLock(order, process);
        } finally {
            demo.afterPause(process);
        }
    }

    private String performUnderLock(String order, DemoProcess process) {
        synchronized (demo) {
            demo.checkOpen();
            check(order, process);
            return performNow(order, process);
        }
    }

    private static void check(String order, DemoProcess process) {
        if (possible(process).contains(order)) {
            return;
        }
        String name = process.id();
        throw new IllegalStateException(
                !process.isAlive()
                        ? name + " is already down; start it first"
                        : switch (order) {
                            case START -> name + " is already running, pid " + process.pid();
                            case CONTINUE -> name + " is not paused";
                            default -> name + " is already paused";
                        });
    }

    private String performNow(String order, DemoProcess process) {
        String label = process.toString();
        switch (order) {
            case KILL -> {
                faults.incrementAndGet();
                process.kill();
                process.awaitEnd(System.nanoTime() + KILL_TIMEOUT.toNanos());
                process.resume();
                return label + " was killed";
            }
            case STOP -> {
                process.stop();
                return label + " is stopping";
            }
            case PAUSE -> {
                process.pause();
                faults.incrementAndGet();
                demo.say(label + " was paused");
                return label + " is paused";
            }
            case CONTINUE -> {
                process.resume();
                demo.say(label + " was continued");
                return label + " continues";
            }
            default -> {
                demo.restart(process);
                return process + " was started";
            }
        }
    }
}

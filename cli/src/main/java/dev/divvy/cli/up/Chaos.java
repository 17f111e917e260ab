package dev.divvy.cli.up;

import dev.divvy.cli.up.ChaosPlan.Order;
import dev.divvy.cli.up.ChaosPlan.SeenProcess;
import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Injects random faults while it is on, on a thread of its own. Thread-safe. */
final class Chaos implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(200);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final long seed;
    private final Supplier<List<SeenProcess>> processes;
    private final Consumer<Order> orders;

    /** Null while it is off; written under the lock of this object. */
    private volatile @Nullable Thread thread;

    /**
     * Chaos that is off.
     *
     * @param orders performs an order; an {@link IllegalStateException} says that it is no longer possible
     */
    Chaos(long seed, Supplier<List<SeenProcess>> processes, Consumer<Order> orders) {
        this.seed = seed;
        this.processes = processes;
        this.orders = orders;
    }

    boolean isOn() {
        return thread != null;
    }

    /** Starts to inject faults; returns whether it was off. */
    synchronized boolean start() {
        if (isOn()) {
            return false;
        }
        thread = DaemonThreads.start("divvy-chaos", this::run);
        return true;
    }

    /** Injects no more faults, and heals all processes; returns whether it was on. */
    synchronized boolean stop() {
        boolean was = isOn();
        close();
        if (was) {
            ChaosPlan.healAll(processes.get()).forEach(this::perform);
        }
        return was;
    }

    private void run() {
        ChaosPlan plan = new ChaosPlan(seed, millis());
        try {
            while (true) {
                plan.next(processes.get(), millis()).forEach(this::perform);
                Thread.sleep(TICK.toMillis());
            }
        } catch (InterruptedException e) {
            // It is off.
        }
    }

    private static long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    private void perform(Order order) {
        try {
            orders.accept(order);
        } catch (IllegalStateException e) {
            // The process has changed in between: a user did something to it, or it ended.
        }
    }

    /** Injects no more faults. */
    @Override
    public synchronized void close() {
        Thread running = thread;
        thread = null;
        if (running != null) {
            running.interrupt();
            try {
                running.join(CLOSE_TIMEOUT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

package dev.divvy.cli.terminal;

import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jline.utils.Signals;

/**
 * The request to stop a command that runs until it is stopped, with its reason. The first Ctrl-C or SIGTERM lets the command finish; the
 * second one halts the process at once, after the actions of {@link #beforeHalt} have cleaned up.
 */
public final class StopSignal implements AutoCloseable {

    /** Longer than any command needs to finish. */
    private static final int LONGEST_SECONDS = 30;

    private static final Duration LONG = Duration.ofHours(1);

    private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");
    private static final int INTERRUPTED = 130;

    /** A parent program may pass on a signal that the terminal has already sent to all processes: one Ctrl-C then arrives twice. */
    private static final long SAME_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The reason and the time of a request to stop. */
    private record Request(String reason, long nanos) {}

    /** The first request. */
    private final CompletableFuture<Request> asked = new CompletableFuture<>();

    private final CountDownLatch finished = new CountDownLatch(1);

    /** Actions before a halt, the last added first. */
    private final Deque<Runnable> haltActions = new ConcurrentLinkedDeque<>();

    /** The previous handler of each signal; used by the thread that created this object. */
    private final Map<String, Optional<Object>> former = new TreeMap<>();

    private final Thread hook = new Thread(this::finish, "divvy-stop");

    private StopSignal() {}

    /** Handles signals until it is closed. Where this Java runtime does not deliver them, its shutdown hook takes their place. */
    public static StopSignal onSignals() {
        StopSignal stop = new StopSignal();
        Runtime.getRuntime().addShutdownHook(stop.hook);
        for (String signal : SIGNALS) {
            stop.former.put(signal, Optional.ofNullable(Signals.register(signal, stop::signalled)));
        }
        return stop;
    }

    /** As {@link #onSignals}, and a request interrupts this thread, so that long work ends with partial results. */
    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the interrupt
    public static StopSignal interruptingThisThread() {
        StopSignal stop = onSignals();
        stop.asked.thenRun(Thread.currentThread()::interrupt);
        return stop;
    }

    private void signalled() {
        long now = System.nanoTime();
        if (!ask("stopped") && now - asked.join().nanos > SAME_NANOS) {
            halt();
        }
    }

    private void finish() {
        ask("stopped");
        try {
            boolean inTime = finished.await(LONGEST_SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                halt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void halt() {
        try {
            haltActions.forEach(Runnable::run);
        } finally {
            Runtime.getRuntime().halt(INTERRUPTED);
        }
    }

    /** Adds an action that runs before the process is halted, on another thread; it must be quick. The last added runs first. */
    public void beforeHalt(Runnable action) {
        haltActions.addFirst(action);
    }

    /** Asks the command to stop; returns whether this is the first request, whose reason is kept. */
    public boolean ask(String reason) {
        return asked.complete(new Request(reason, System.nanoTime()));
    }

    public boolean isAsked() {
        return asked.isDone();
    }

    /** Returns the reason to stop; an empty text while there is none. */
    public String reason() {
        return isAsked() ? asked.join().reason : "";
    }

    /** Waits until the command is asked to stop. */
    public void await() {
        while (!await(LONG)) {
            // It was not asked yet.
        }
    }

    /** Waits until the command is asked to stop, at most this long; returns whether it was. */
    public boolean await(Duration atMost) {
        try {
            asked.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return isAsked();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ask("interrupted");
        }
        return true;
    }

    /** Ends the handling of signals: the command has finished. */
    @Override
    public void close() {
        finished.countDown();
        former.forEach((signal, previous) -> previous.ifPresent(handler -> Signals.unregister(signal, handler)));
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // The hook is running, and has just been released.
        }
    }
}

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
 * Whether a command that runs until it is told otherwise shall end, and why. Ctrl-C and a request to terminate ask for it once and let
 * the command finish; the second time they end the process at once, after what must not be left behind was put away.
 */
public final class StopSignal implements AutoCloseable {

    /** Longer than any command takes to finish. */
    private static final int LONGEST_SECONDS = 30;

    private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");
    private static final int INTERRUPTED = 130;

    /** Programs that start others pass on what the terminal has told all of them already: one Ctrl-C then comes twice. */
    private static final long SAME_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Why and when the command was asked to end. */
    private record Request(String reason, long nanos) {}

    /** The first request. */
    private final CompletableFuture<Request> asked = new CompletableFuture<>();

    private final CountDownLatch finished = new CountDownLatch(1);

    /** What is done before an end by force, the last one first. */
    private final Deque<Runnable> lastWill = new ConcurrentLinkedDeque<>();

    /** Who had each signal before; used by the thread that made this. */
    private final Map<String, Optional<Object>> former = new TreeMap<>();

    private final Thread hook = new Thread(this::finish, "divvy-stop");

    private StopSignal() {}

    /** Listens to signals until it is closed. Where the Java at hand does not tell of them, its own ending is waited for instead. */
    public static StopSignal onSignals() {
        StopSignal stop = new StopSignal();
        Runtime.getRuntime().addShutdownHook(stop.hook);
        for (String signal : SIGNALS) {
            stop.former.put(signal, Optional.ofNullable(Signals.register(signal, stop::signalled)));
        }
        return stop;
    }

    /** The same, and this thread is interrupted: long work then ends with what it has. */
    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the interrupt
    public static StopSignal interruptingThisThread() {
        StopSignal stop = onSignals();
        stop.asked.thenRun(Thread.currentThread()::interrupt);
        return stop;
    }

    private void signalled() {
        long now = System.nanoTime();
        if (!ask("stopped") && now - asked.join().nanos > SAME_NANOS) {
            force();
        }
    }

    private void finish() {
        ask("stopped");
        try {
            boolean inTime = finished.await(LONGEST_SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                force();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void force() {
        try {
            lastWill.forEach(Runnable::run);
        } finally {
            Runtime.getRuntime().halt(INTERRUPTED);
        }
    }

    /** This is done before the process is ended by force, on another thread; it must be quick. What was said last is done first. */
    public void beforeForce(Runnable what) {
        lastWill.addFirst(what);
    }

    /** Asks the command to end, for this reason; returns whether this is the first request, which counts. */
    public boolean ask(String why) {
        return asked.complete(new Request(why, System.nanoTime()));
    }

    public boolean isAsked() {
        return asked.isDone();
    }

    /** Returns why the command shall end; empty while nothing asked for it. */
    public String reason() {
        return isAsked() ? asked.join().reason : "";
    }

    /** Waits until the command shall end, at most this long; returns whether it shall. */
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

    /** The command has finished. */
    @Override
    public void close() {
        finished.countDown();
        former.forEach((signal, before) -> before.ifPresent(handler -> Signals.unregister(signal, handler)));
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // The hook runs, and has just been told.
        }
    }
}

package dev.divvy.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C, or a request to terminate, into an interrupt of a thread, and lets it finish: long work then ends with what it has.
 */
public final class Interruption {

    /** Longer than any step of interruptible work takes. */
    private static final int LONGEST_SECONDS = 10;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;

    private Interruption(Thread worker) {
        this.hook = new Thread(() -> stop(worker), "divvy-interruption");
    }

    public static Interruption ofThisThread() {
        Interruption interruption = new Interruption(Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    private void stop(Thread worker) {
        worker.interrupt();
        try {
            if (!done.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                worker.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The work is done. */
    public void end() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyStopping) {
            // The hook runs, and has just been told that the work is done.
        }
    }
}

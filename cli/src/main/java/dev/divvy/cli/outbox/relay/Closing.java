package dev.divvy.cli.outbox.relay;

import dev.divvy.cli.terminal.Stop;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;

/**
 * What is left to do when a target can take nothing any more: the command is asked to end, and whoever has events in hand keeps them until
 * the processor has stopped. So they are neither completed nor failed, and the next processor finds them as they were.
 */
final class Closing {

    private final Stop stop;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile String trouble = "";

    Closing(Stop stop) {
        this.stop = stop;
    }

    String trouble() {
        return trouble;
    }

    /** Does not return but by an exception, when nobody counts it any more. */
    void because(String what) throws InterruptedException {
        trouble = what;
        stop.ask(what);
        stopped.await();
        throw new CancellationException(what);
    }

    /** The processor has stopped. */
    void letGo() {
        stopped.countDown();
    }
}

package dev.divvy.cli.outbox.relay;

import dev.divvy.cli.terminal.Stop;
import java.util.concurrent.CountDownLatch;

/**
 * What is left to do when a target can take nothing any more: the command is asked to end, and whoever has events in hand keeps them until
 * it is interrupted by that. So they are neither completed nor failed, and the next processor finds them as they were.
 */
final class Closing {

    private final Stop stop;
    private volatile String trouble = "";

    Closing(Stop stop) {
        this.stop = stop;
    }

    String trouble() {
        return trouble;
    }

    /** Does not return but by an exception. */
    void because(String what) throws InterruptedException {
        trouble = what;
        stop.ask(what);
        new CountDownLatch(1).await();
    }
}

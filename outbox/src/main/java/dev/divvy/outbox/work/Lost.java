package dev.divvy.outbox.work;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the threads that never came back from a handler. Each of them is replaced; when there are too many, this instance stops taking
 * part, because a handler that hangs so often will not get better by more threads.
 */
final class Lost {

    static final int MOST = 64;

    private static final Logger LOG = LoggerFactory.getLogger(Lost.class);

    private final AtomicInteger threads = new AtomicInteger();
    private final Runnable suspend;

    Lost(Runnable suspend) {
        this.suspend = suspend;
    }

    void oneMore() {
        int now = threads.incrementAndGet();
        // With every further one again: somebody may have let the processor go on meanwhile.
        if (now >= MOST) {
            LOG.error(
                    "{} threads hang in the handler and cannot be interrupted; this processor is suspended. Restart the process when"
                            + " the handler is mended, or let it go on by suspend(false)",
                    now);
            suspend.run();
        }
    }

    void oneIsBack() {
        threads.decrementAndGet();
        LOG.info("a handler that was given up has come back after all; what it did was not completed");
    }

    int threads() {
        return threads.get();
    }
}

package dev.divvy.outbox.work;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that reads, sweep after sweep. There is no mark below which nothing is looked for, so an event whose transaction commits late
 * is found by the next sweep.
 */
final class Feed extends Thread {

    private static final Logger LOG = LoggerFactory.getLogger(Feed.class);

    /** How often a processor looks although it would be told. */
    private static final Duration TOLD = Duration.ofSeconds(1);

    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final int MOST_DOUBLINGS = 5;
    private static final int TIDIED_AT_ONCE = 1000;
    private static final int ROUTES = 10_000;

    private final Source source;
    private final Routes routes;
    private final Bell bell;
    private final BooleanSupplier told;
    private final Crowds crowds = new Crowds();
    private final Tidying tidying;

    Feed(Source source, List<Lane> lanes, Bell bell, BooleanSupplier told) {
        super("divvy-outbox-feed");
        setDaemon(true);
        this.source = source;
        this.routes = new Routes(lanes, ROUTES);
        this.bell = bell;
        this.told = told;
        this.tidying = new Tidying(source, TIDIED_AT_ONCE);
    }

    @Override
    public void run() {
        int failures = 0;
        try {
            while (!source.ending().getAsBoolean()) {
                try {
                    sweep();
                    failures = 0;
                } catch (SQLException | RuntimeException | Error e) {
                    failures++;
                    tell(e, failures);
                    bell.await(TimeUnit.MILLISECONDS.toNanos(FIRST_PAUSE_MILLIS << Math.min(failures, MOST_DOUBLINGS)));
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("the reader was interrupted: the processor closes");
        }
    }

    private void sweep() throws SQLException, InterruptedException {
        Sweep sweep = new Sweep(source, routes, crowds, bell::await);
        boolean found = sweep.run();
        tidying.tidy(sweep.reach());
        if (!found) {
            bell.await(Math.min(idle().toNanos(), sweep.soonest()));
        }
    }

    private Duration idle() {
        Duration interval = source.how().pollingInterval();
        return told.getAsBoolean() && TOLD.compareTo(interval) > 0 ? TOLD : interval;
    }

    private void tell(Throwable error, int failures) {
        if (source.ending().getAsBoolean()) {
            return;
        }
        if (failures == 1) {
            LOG.warn("events cannot be read now; it is tried again and again: {}", error.toString());
        } else {
            LOG.debug("events cannot be read now, for the {}. time", failures, error);
        }
    }
}

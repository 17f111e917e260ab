package dev.divvy.cache.replication.report;

import dev.divvy.allocation.Version;
import dev.divvy.cache.cluster.ServedTokens;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the tokens that start empty, with one warning for those that do so together. Used by one thread. */
public final class LossReport {

    private static final Logger log = LoggerFactory.getLogger(LossReport.class);

    /** The time after a token in which another one of the same epoch may start as well. */
    private static final long COLLECT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final String member;
    private final ServedTokens servedTokens;
    private final LongSupplier nanos;

    private long reported;
    private long seen;
    private long seenNanos;

    public LossReport(String member, ServedTokens servedTokens, LongSupplier nanos) {
        this.member = member;
        this.servedTokens = servedTokens;
        this.nanos = nanos;
    }

    /** To be called from time to time. */
    public void look(Optional<Version> followed) {
        long lost = servedTokens.lost();
        long now = nanos.getAsLong();
        if (lost != seen) {
            seen = lost;
            seenNanos = now;
        } else if (lost != reported && now - seenNanos > COLLECT_NANOS) {
            log.warn(
                    "{}: {} tokens start empty{}: no member on the board has their entries",
                    member,
                    lost - reported,
                    followed.map(version -> " at epoch " + version.epoch()).orElse(""));
            reported = lost;
        }
    }
}

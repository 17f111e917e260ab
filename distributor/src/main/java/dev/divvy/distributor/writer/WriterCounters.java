package dev.divvy.distributor.writer;

import dev.divvy.distributor.DistributorStatus.Counters;
import dev.divvy.distributor.ping.PingResult;
import dev.divvy.distributor.table.DistributionChange;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The counters of an instance. Written by the writing thread, read by any thread. */
public final class WriterCounters {

    private final AtomicLong rounds = new AtomicLong();
    private final AtomicLong pings = new AtomicLong();
    private final AtomicLong failedPings = new AtomicLong();
    private final AtomicLong pingNanos = new AtomicLong();
    private final AtomicLong denials = new AtomicLong();
    private final AtomicLong returns = new AtomicLong();
    private final AtomicLong redistributions = new AtomicLong();
    private final AtomicLong moved = new AtomicLong();
    private final AtomicLong failedRounds = new AtomicLong();
    private final AtomicLong lastRoundNanos = new AtomicLong();

    public Counters snapshot() {
        return new Counters(
                rounds.get(),
                pings.get(),
                failedPings.get(),
                Duration.ofNanos(pingNanos.get()),
                denials.get(),
                returns.get(),
                redistributions.get(),
                moved.get(),
                failedRounds.get(),
                Duration.ofNanos(lastRoundNanos.get()));
    }

    void round(long nanos) {
        rounds.incrementAndGet();
        lastRoundNanos.set(nanos);
    }

    void pinged(Collection<PingResult> results) {
        pings.addAndGet(results.size());
        failedPings.addAndGet(results.stream().filter(result -> !result.alive()).count());
        pingNanos.addAndGet(
                results.stream().mapToLong(result -> result.took().toNanos()).sum());
    }

    void servicesChanged(List<LiveServices.ServiceChange> changes) {
        denials.addAndGet(count(changes, LiveServices.ServiceChange.Kind.DENIED));
        returns.addAndGet(count(changes, LiveServices.ServiceChange.Kind.RETURNED));
    }

    private static long count(List<LiveServices.ServiceChange> changes, LiveServices.ServiceChange.Kind kind) {
        return changes.stream().filter(change -> change.kind() == kind).count();
    }

    void redistributed(DistributionChange change) {
        redistributions.incrementAndGet();
        moved.addAndGet(change.moves().moved());
    }

    void failedRound() {
        failedRounds.incrementAndGet();
    }
}

package dev.divvy.distributor.writer;

import dev.divvy.distributor.DistributorStatus.Counters;
import dev.divvy.distributor.ping.PingResult;
import dev.divvy.distributor.table.DistributionChange;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what an instance did. Written by whichever thread writes, read by anybody. */
public final class WriterCounters {

    private final AtomicLong rounds = new AtomicLong();
    private final AtomicLong pings = new AtomicLong();
    private final AtomicLong failedPings = new AtomicLong();
    private final AtomicLong pingNanos = new AtomicLong();
    private final AtomicLong denials = new AtomicLong();
    private final AtomicLong returns = new AtomicLong();
    private final AtomicLong redistributions = new AtomicLong();
    private final AtomicLong moved = new AtomicLong();
    private final AtomicLong troubles = new AtomicLong();
    private final AtomicLong lastRoundNanos = new AtomicLong();

    public Counters counters() {
        return new Counters(
                rounds.get(),
                pings.get(),
                failedPings.get(),
                Duration.ofNanos(pingNanos.get()),
                denials.get(),
                returns.get(),
                redistributions.get(),
                moved.get(),
                troubles.get(),
                Duration.ofNanos(lastRoundNanos.get()));
    }

    void round(long nanos) {
        rounds.incrementAndGet();
        lastRoundNanos.set(nanos);
    }

    void pinged(Collection<PingResult> answers) {
        pings.addAndGet(answers.size());
        failedPings.addAndGet(answers.stream().filter(answer -> !answer.alive()).count());
        pingNanos.addAndGet(
                answers.stream().mapToLong(answer -> answer.took().toNanos()).sum());
    }

    void news(List<LiveServices.News> news) {
        denials.addAndGet(count(news, LiveServices.News.Kind.DENIED));
        returns.addAndGet(count(news, LiveServices.News.Kind.RETURNED));
    }

    private static long count(List<LiveServices.News> news, LiveServices.News.Kind kind) {
        return news.stream().filter(one -> one.kind() == kind).count();
    }

    void redistributed(DistributionChange change) {
        redistributions.incrementAndGet();
        moved.addAndGet(change.moves().moved());
    }

    void trouble() {
        troubles.incrementAndGet();
    }
}

package dev.divvy.coordination.member;

import dev.divvy.allocation.Allocation;
import dev.divvy.coordination.protocol.ProtocolAgent;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects that a member's work has stalled. A process can pulse for ever while its work hangs. A member that holds pieces and reports no
 * progress for the limit suspends itself, so that others do the work.
 *
 * <p>It takes its share again when it reports progress, or that it is ready although it was not when it stalled. Otherwise it does so on
 * probation, because a member that holds nothing may have no way to make progress: after the limit has passed again, if it was ready since, or
 * has never reported that, or if no member owns anything. Each probation without progress doubles the time to the next one.
 */
final class WorkStallDetector {

    private static final Logger log = LoggerFactory.getLogger(WorkStallDetector.class);

    /** The longest time to a probation, as a multiple of the limit. */
    private static final int LONGEST_PAUSE = 8;

    private static final long NEVER = -1;

    private final String member;
    private final long limit;

    /** Written by any thread of the application. */
    private volatile long lastProgress;

    /** When the application last reported that it is ready. Written by any of its threads. */
    private volatile long lastReady = NEVER;

    /** Written by the pulse thread only, like the fields below. */
    private volatile boolean stalled;

    private long heldSince = Long.MAX_VALUE;
    private long stalledAt;

    /** Whether the application was ready when it stalled: then being ready is not enough to make progress. */
    private boolean wasReady;

    /** The time from the stall to the probation. */
    private long pause;

    /** When the share was taken last after a stall. */
    private long resumedAt;

    private boolean suspended;

    /** @param suspended whether the application suspended the member, whatever its progress */
    WorkStallDetector(String member, Optional<Duration> limit, boolean suspended) {
        this.member = member;
        this.suspended = suspended;
        this.limit = limit.map(Duration::toNanos).orElse(Long.MAX_VALUE);
    }

    /** Records progress. Returns whether the pulse thread should check soon. */
    boolean reported(long now) {
        lastProgress = now;
        return stalled;
    }

    /** Records that the application is ready to work. Returns whether the pulse thread should check soon. */
    boolean ready(long now) {
        lastReady = now;
        return stalled;
    }

    /** Suspends or resumes the member for the application. A stalled member stays suspended. */
    void suspend(ProtocolAgent agent, boolean wanted) {
        suspended = wanted;
        apply(agent);
    }

    private void apply(ProtocolAgent agent) {
        boolean effective = suspended || stalled;
        agent.reconfigure(self -> self.suspended(effective));
    }

    /** Checks whether the member has stalled, or may resume. The pulse thread calls it at every turn. */
    void look(ProtocolAgent agent, long now) {
        if (limit == Long.MAX_VALUE) {
            return;
        }
        boolean holds = !agent.state().holdings().held().isEmpty();
        heldSince = holds ? Math.min(heldSince, now) : Long.MAX_VALUE;
        if (!stalled && holds && now - Math.max(lastProgress, heldSince) >= limit) {
            stall(agent, now);
        } else if (stalled && now - lastProgress < limit) {
            resume(agent, now, "makes progress again and takes its share");
        } else if (stalled && !wasReady && lastReady > stalledAt) {
            resume(agent, now, "is ready again and takes its share");
        } else if (stalled && !holds && now - stalledAt >= pause && mayTry(agent)) {
            resume(agent, now, "takes its share again on probation");
        }
    }

    private void stall(ProtocolAgent agent, long now) {
        stalled = true;
        stalledAt = now;
        wasReady = lastReady != NEVER && now - lastReady < limit;
        pause = lastProgress >= resumedAt ? limit : Math.min(2 * pause, LONGEST_PAUSE * limit);
        log.warn("{}: no progress for {}; giving its pieces away until it makes some", member, Duration.ofNanos(limit));
        apply(agent);
    }

    private boolean mayTry(ProtocolAgent agent) {
        return lastReady == NEVER || lastReady > stalledAt || isNothingOwned(agent);
    }

    private static boolean isNothingOwned(ProtocolAgent agent) {
        return agent.state()
                .holdings()
                .basis()
                .map(Allocation::division)
                .filter(division -> division.unowned().count() < division.count())
                .isEmpty();
    }

    private void resume(ProtocolAgent agent, long now, String reason) {
        stalled = false;
        resumedAt = now;
        heldSince = Long.MAX_VALUE;
        log.info("{}: {}", member, reason);
        apply(agent);
    }
}

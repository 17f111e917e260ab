package dev.divvy.coordination.member;

import dev.divvy.coordination.protocol.ProtocolAgent;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects that a member's work has stalled. A process can pulse for ever while its work hangs. A member that holds pieces and reports no
 * progress for the limit suspends itself, so that others do the work, and resumes when it reports progress. If all members were suspended
 * none could report any; so after the limit has passed again it takes its share on probation, and gives it away again without progress.
 */
final class WorkStallDetector {

    private static final Logger log = LoggerFactory.getLogger(WorkStallDetector.class);

    private final String member;
    private final long limit;

    /** Written by any thread of the application. */
    private volatile long lastProgress;

    /** Written by the pulse thread only, like the fields below. */
    private volatile boolean stalled;

    private long heldSince = Long.MAX_VALUE;
    private long stalledAt;
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
            stalled = true;
            stalledAt = now;
            log.warn(
                    "{}: no progress for {}; giving its pieces away until it makes some",
                    member,
                    Duration.ofNanos(limit));
            apply(agent);
        } else if (stalled && now - lastProgress < limit) {
            resume(agent, "makes progress again and takes its share");
        } else if (stalled && !holds && now - stalledAt >= limit) {
            resume(agent, "takes its share again on probation");
        }
    }

    private void resume(ProtocolAgent agent, String reason) {
        stalled = false;
        heldSince = Long.MAX_VALUE;
        log.info("{}: {}", member, reason);
        apply(agent);
    }
}

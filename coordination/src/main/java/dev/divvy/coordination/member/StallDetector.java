package dev.divvy.coordination.member;

import dev.divvy.coordination.protocol.ProtocolAgent;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the work of a member goes on. A process can pulse for ever while its work hangs: one that holds pieces and reports nothing for
 * too long suspends itself, so that others do the work, and takes its share again when it reports progress. Where nobody works on
 * anything nobody could report any: so after as long again it takes its share on probation, and gives it away once more when no progress
 * comes of it.
 */
final class StallDetector {

    private static final Logger log = LoggerFactory.getLogger(StallDetector.class);

    private final String member;
    private final long limit;

    /** Written by any thread of the application. */
    private volatile long lastMade;

    /** Written by the pulse thread only, like all that follows. */
    private volatile boolean stalled;

    private long heldSince = Long.MAX_VALUE;
    private long stalledAt;
    private boolean suspended;

    /** @param suspended whether the application wants to hold nothing, whatever its progress */
    StallDetector(String member, Optional<Duration> limit, boolean suspended) {
        this.member = member;
        this.suspended = suspended;
        this.limit = limit.map(Duration::toNanos).orElse(Long.MAX_VALUE);
    }

    /** Answers whether the pulse thread should look soon. */
    boolean made(long now) {
        lastMade = now;
        return stalled;
    }

    /** The application wants to hold nothing, or its share; one that stalled holds nothing all the same. */
    void suspend(ProtocolAgent agent, boolean wanted) {
        suspended = wanted;
        become(agent);
    }

    private void become(ProtocolAgent agent) {
        boolean now = suspended || stalled;
        agent.become(self -> self.suspended(now));
    }

    /** Looks whether the member stalled, or goes on again; the pulse thread calls it at every turn. */
    void look(ProtocolAgent agent, long now) {
        if (limit == Long.MAX_VALUE) {
            return;
        }
        boolean holds = !agent.standing().holdings().held().isEmpty();
        heldSince = holds ? Math.min(heldSince, now) : Long.MAX_VALUE;
        if (!stalled && holds && now - Math.max(lastMade, heldSince) >= limit) {
            stalled = true;
            stalledAt = now;
            log.warn(
                    "{}: no progress for {}; giving its pieces away until it makes some",
                    member,
                    Duration.ofNanos(limit));
            become(agent);
        } else if (stalled && now - lastMade < limit) {
            goOn(agent, "makes progress again and takes its share");
        } else if (stalled && !holds && now - stalledAt >= limit) {
            goOn(agent, "takes its share again to see whether its work goes on");
        }
    }

    private void goOn(ProtocolAgent agent, String why) {
        stalled = false;
        heldSince = Long.MAX_VALUE;
        log.info("{}: {}", member, why);
        become(agent);
    }
}

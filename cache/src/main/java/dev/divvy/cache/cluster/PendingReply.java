package dev.divvy.cache.cluster;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A reply that waits until every copy of its token has the changes that the reply shows. Thread-safe. */
public final class PendingReply {

    /** Takes the decision about a reply. */
    @FunctionalInterface
    public interface Outcome {

        /**
         * Called once, on any thread; it must return quickly and take no lock.
         *
         * @param confirmed whether the reply may be sent; otherwise this node lost the token, and whether the command took place is not known
         */
        void decided(boolean confirmed);
    }

    private final long changes;
    private @Nullable Outcome outcome;
    private boolean decided;
    private boolean confirmed;

    /** @param changes the number of changes of the token that the reply shows */
    public PendingReply(long changes) {
        this.changes = changes;
    }

    /** Returns the reply about a token that was lost: whether the command took place is not known. */
    public static PendingReply failed() {
        PendingReply reply = new PendingReply(0);
        reply.decide(false);
        return reply;
    }

    /** Returns a reply that waits for all of these, and is not confirmed if one of them is not. */
    public static PendingReply ofAll(List<PendingReply> parts) {
        PendingReply joint = new PendingReply(0);
        AtomicInteger missing = new AtomicInteger(parts.size());
        AtomicBoolean failed = new AtomicBoolean();
        parts.forEach(part -> part.whenDecided(confirmed -> {
            if (!confirmed) {
                failed.set(true);
            }
            if (missing.decrementAndGet() == 0) {
                joint.decide(!failed.get());
            }
        }));
        return joint;
    }

    public long changes() {
        return changes;
    }

    /** Sets what is called with the decision, at once if it is known already; called once. */
    public void whenDecided(Outcome next) {
        synchronized (this) {
            if (!decided) {
                outcome = next;
                return;
            }
        }
        next.decided(confirmed);
    }

    /** Decides; called once. */
    public void decide(boolean maySend) {
        Outcome waiting;
        synchronized (this) {
            confirmed = maySend;
            decided = true;
            waiting = outcome;
        }
        if (waiting != null) {
            waiting.decided(maySend);
        }
    }
}

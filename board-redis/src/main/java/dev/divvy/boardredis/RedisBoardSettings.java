package dev.divvy.boardredis;

import dev.divvy.boardredis.board.BoardKeys;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** How boards in Redis are kept and reached. Each {@code with...} returns a copy with one setting changed. */
public final class RedisBoardSettings {

    private static final RedisBoardSettings DEFAULTS = new RedisBoardSettings(new Values());

    /** Changed only before a settings object has it. */
    private static final class Values {

        private String prefix = "divvy";
        private Duration patience = Timing.SERVER.patience();
        private boolean mayHaveForgotten = true;
        private ReplicaQuorum quorum = ReplicaQuorum.MAJORITY;

        private Values copy() {
            Values copy = new Values();
            copy.prefix = prefix;
            copy.patience = patience;
            copy.mayHaveForgotten = mayHaveForgotten;
            copy.quorum = quorum;
            return copy;
        }
    }

    private final Values values;

    private RedisBoardSettings(Values values) {
        BoardKeys.checkPrefix(values.prefix);
        Objects.requireNonNull(values.quorum, "quorum");
        Durations.positive("patience", values.patience);
        this.values = values;
    }

    /** Returns the usual settings: keys that begin with {@code divvy}, the times of {@link Timing#SERVER}, and a majority of the copies. */
    public static RedisBoardSettings defaults() {
        return DEFAULTS;
    }

    private RedisBoardSettings with(Consumer<Values> change) {
        Values next = values.copy();
        change.accept(next);
        return new RedisBoardSettings(next);
    }

    /** Returns how the keys begin. */
    public String prefix() {
        return values.prefix;
    }

    public RedisBoardSettings withPrefix(String prefix) {
        return with(next -> next.prefix = prefix);
    }

    /** Returns how long one call may take; see {@link Timing#patience()}. */
    public Duration patience() {
        return values.patience;
    }

    public RedisBoardSettings withPatience(Duration patience) {
        return with(next -> next.patience = patience);
    }

    /** Takes the patience from other times, for a group whose members do not go by the usual ones. */
    public RedisBoardSettings withTiming(Timing timing) {
        return withPatience(timing.patience());
    }

    /**
     * Returns whether an empty board may once have had an allocation: it was flushed, or restarted without its data. If so, a group waits for
     * one time-to-live when it first begins.
     */
    public boolean mayHaveForgotten() {
        return values.mayHaveForgotten;
    }

    /** For a Redis that keeps everything and is never flushed: a new group begins at once. */
    public RedisBoardSettings neverForgets() {
        return with(next -> next.mayHaveForgotten = false);
    }

    /** Returns the number of replicas that must have a change before it is answered. */
    public ReplicaQuorum quorum() {
        return values.quorum;
    }

    public RedisBoardSettings withQuorum(ReplicaQuorum quorum) {
        return with(next -> next.quorum = quorum);
    }
}

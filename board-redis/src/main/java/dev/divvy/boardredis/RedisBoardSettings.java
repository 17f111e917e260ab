package dev.divvy.boardredis;

import dev.divvy.boardredis.board.BoardKeys;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** Settings of boards in Redis. Each {@code with...} returns a copy with one setting changed. */
public final class RedisBoardSettings {

    private static final RedisBoardSettings DEFAULTS = new RedisBoardSettings(new Values());

    /** The values; changed only before a settings object owns them. */
    private static final class Values {

        private String prefix = "divvy";
        private Duration timeout = Timing.SERVER.timeout();
        private boolean mayHaveForgotten = true;
        private ReplicaQuorum quorum = ReplicaQuorum.MAJORITY;

        private Values copy() {
            Values copy = new Values();
            copy.prefix = prefix;
            copy.timeout = timeout;
            copy.mayHaveForgotten = mayHaveForgotten;
            copy.quorum = quorum;
            return copy;
        }
    }

    private final Values values;

    private RedisBoardSettings(Values values) {
        BoardKeys.checkPrefix(values.prefix);
        Objects.requireNonNull(values.quorum, "quorum");
        Durations.positive("timeout", values.timeout);
        this.values = values;
    }

    /** Returns the default settings: the prefix {@code divvy}, the times of {@link Timing#SERVER}, and {@link ReplicaQuorum#MAJORITY}. */
    public static RedisBoardSettings defaults() {
        return DEFAULTS;
    }

    private RedisBoardSettings with(Consumer<Values> change) {
        Values next = values.copy();
        change.accept(next);
        return new RedisBoardSettings(next);
    }

    /** Returns the prefix of all keys. */
    public String prefix() {
        return values.prefix;
    }

    public RedisBoardSettings withPrefix(String prefix) {
        return with(next -> next.prefix = prefix);
    }

    /** Returns the timeout of one call of a board; see {@link Timing#timeout()}. */
    public Duration timeout() {
        return values.timeout;
    }

    public RedisBoardSettings withTimeout(Duration timeout) {
        return with(next -> next.timeout = timeout);
    }

    /** Returns a copy with the timeout of this timing, for a group that does not use {@link Timing#SERVER}. */
    public RedisBoardSettings withTiming(Timing timing) {
        return withTimeout(timing.timeout());
    }

    /**
     * Returns whether an empty board may once have had an allocation, in a Redis that was since flushed or restarted without its data. If
     * so, a group waits for one time-to-live when it first begins.
     */
    public boolean mayHaveForgotten() {
        return values.mayHaveForgotten;
    }

    /** Returns a copy for a Redis that keeps all data and is never flushed: a new group begins at once. */
    public RedisBoardSettings neverForgets() {
        return with(next -> next.mayHaveForgotten = false);
    }

    /** Returns the number of replicas that must have a change before it counts. */
    public ReplicaQuorum quorum() {
        return values.quorum;
    }

    public RedisBoardSettings withQuorum(ReplicaQuorum quorum) {
        return with(next -> next.quorum = quorum);
    }
}

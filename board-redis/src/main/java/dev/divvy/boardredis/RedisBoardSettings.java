package dev.divvy.boardredis;

import dev.divvy.boardredis.link.Copies;
import dev.divvy.coordination.Timing;
import java.time.Duration;
import java.util.Objects;

/**
 * How a board in Redis is kept and reached.
 *
 * @param prefix with which its keys begin
 * @param patience how long one call may take; see {@link Timing#patience()}
 * @param mayHaveForgotten whether an empty board may once have had an allocation: somebody flushed it, or it was restarted without its
 *     data. If so, a group waits for one time-to-live when it first begins
 * @param copies how many copies must have what was answered
 */
public record RedisBoardSettings(String prefix, Duration patience, boolean mayHaveForgotten, Copies copies) {

    public static final RedisBoardSettings DEFAULT =
            new RedisBoardSettings("divvy", Timing.SERVER.patience(), true, Copies.MAJORITY);

    public RedisBoardSettings {
        Keys.checkPrefix(prefix);
        Objects.requireNonNull(copies, "copies");
        if (patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException("patience " + patience + " must be positive");
        }
    }

    public RedisBoardSettings withPrefix(String next) {
        return new RedisBoardSettings(next, patience, mayHaveForgotten, copies);
    }

    /** Other times, for a group whose members do not go by the usual ones. */
    public RedisBoardSettings with(Timing timing) {
        return withPatience(timing.patience());
    }

    public RedisBoardSettings withPatience(Duration next) {
        return new RedisBoardSettings(prefix, next, mayHaveForgotten, copies);
    }

    public RedisBoardSettings with(Copies next) {
        return new RedisBoardSettings(prefix, patience, mayHaveForgotten, next);
    }

    /** For a Redis that keeps everything and that nobody ever flushes: a new group begins at once. */
    public RedisBoardSettings neverForgets() {
        return new RedisBoardSettings(prefix, patience, false, copies);
    }
}

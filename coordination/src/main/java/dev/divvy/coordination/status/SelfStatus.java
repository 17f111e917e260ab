package dev.divvy.coordination.status;

import dev.divvy.allocation.Incarnation;
import java.time.Duration;
import java.util.Optional;

/**
 * The status of the reporting member itself.
 *
 * @param incarnation its incarnation on the board; empty if it has none
 * @param lease how long it may still hold without a reply from the board; zero after the lease has ended
 * @param held the number of pieces that it holds
 * @param releasing the number of pieces that it lost and has not released yet
 * @param roundTrip how long the board took to answer the last request
 * @param problem why the board does not reply or does not admit this member; empty if all is well
 * @param stalled whether it gave its share away because its work made no progress
 */
public record SelfStatus(
        String id,
        Optional<Incarnation> incarnation,
        Duration lease,
        int held,
        int releasing,
        Duration roundTrip,
        Optional<String> problem,
        boolean stalled) {

    /** The status of an observer that only reads the board. */
    public static final SelfStatus NONE =
            new SelfStatus("", Optional.empty(), Duration.ZERO, 0, 0, Duration.ZERO, Optional.empty(), false);
}

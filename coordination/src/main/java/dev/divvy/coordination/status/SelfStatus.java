package dev.divvy.coordination.status;

import dev.divvy.allocation.Incarnation;
import java.time.Duration;
import java.util.Optional;

/**
 * How the member that tells this stands itself.
 *
 * @param life its place on the board; empty when it has none
 * @param lease how long it may still hold without an answer of the board; zero when it may not
 * @param held how many pieces it holds
 * @param lettingGo how many pieces it lost and has not let go of
 * @param trouble why the board does not answer or does not let this member in; empty when it does
 */
public record SelfStatus(
        String id, Optional<Incarnation> life, Duration lease, int held, int lettingGo, Optional<String> trouble) {

    /** Of one who only looks at the board. */
    public static final SelfStatus NONE = new SelfStatus("", Optional.empty(), Duration.ZERO, 0, 0, Optional.empty());
}

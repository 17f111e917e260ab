package dev.divvy.coordination.status;

import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Runs;
import java.util.List;
import java.util.Optional;

/**
 * Pieces on their way from one member to another.
 *
 * @param to the new owner; empty when it is nobody
 * @param waitingFor who has not let go yet
 */
public record MotionStatus(Runs pieces, Optional<String> to, List<Releaser> waitingFor) {

    public MotionStatus {
        waitingFor = List.copyOf(waitingFor);
    }
}

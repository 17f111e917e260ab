package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Version;
import java.util.List;
import java.util.Optional;

/**
 * An allocation that a member wants to hang up.
 *
 * @param basis the version that it was made from
 * @param asked the changes asked for that are in it
 */
public record Publication(Optional<Version> basis, Allocation next, List<OperatorRequest> asked) {

    public Publication {
        asked = List.copyOf(asked);
    }
}

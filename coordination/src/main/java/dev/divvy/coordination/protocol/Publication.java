package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Version;
import java.util.List;
import java.util.Optional;

/**
 * An allocation that a member is about to publish.
 *
 * @param basis the version that it was made from
 * @param requests the operator requests that it fulfills
 */
public record Publication(Optional<Version> basis, Allocation next, List<OperatorRequest> requests) {

    public Publication {
        requests = List.copyOf(requests);
    }
}

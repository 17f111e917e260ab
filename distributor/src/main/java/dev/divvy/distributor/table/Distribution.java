package dev.divvy.distributor.table;

import dev.divvy.allocation.Version;
import java.util.Map;
import java.util.Optional;

/**
 * All that hangs in a store: the table, and beside it what its readers may ignore.
 *
 * @param version counts the tables; empty before the first
 * @param acknowledged by service, up to which epoch it has let go of all that it lost; only of services that say so
 */
public record Distribution(
        Optional<Version> version, AssignmentTable table, UnitHandovers motions, Map<String, Long> acknowledged) {

    public static final Distribution BLANK =
            new Distribution(Optional.empty(), AssignmentTable.EMPTY, UnitHandovers.NONE, Map.of());

    public Distribution {
        acknowledged = Map.copyOf(acknowledged);
    }
}

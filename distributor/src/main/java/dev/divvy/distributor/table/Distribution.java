package dev.divvy.distributor.table;

import dev.divvy.allocation.Version;
import java.util.Map;
import java.util.Optional;

/**
 * The stored distribution: the table, and the data beside it that readers of the table may ignore.
 *
 * @param version the version of the table; empty before the first
 * @param handovers the units whose former owners may not have released them yet
 * @param acknowledged by service, the epoch up to which it has released all units that it lost; only services that acknowledge
 */
public record Distribution(
        Optional<Version> version, AssignmentTable table, UnitHandovers handovers, Map<String, Long> acknowledged) {

    public static final Distribution EMPTY =
            new Distribution(Optional.empty(), AssignmentTable.EMPTY, UnitHandovers.NONE, Map.of());

    public Distribution {
        acknowledged = Map.copyOf(acknowledged);
    }
}

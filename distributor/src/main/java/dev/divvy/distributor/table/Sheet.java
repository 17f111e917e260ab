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
public record Sheet(Optional<Version> version, Table table, Motions motions, Map<String, Long> acknowledged) {

    public static final Sheet BLANK = new Sheet(Optional.empty(), Table.EMPTY, Motions.NONE, Map.of());

    public Sheet {
        acknowledged = Map.copyOf(acknowledged);
    }
}

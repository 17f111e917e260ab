package dev.divvy.distributor.table;

import dev.divvy.allocation.Version;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The change from one distribution to the next, applied as a whole or not at all.
 *
 * @param basis the version that the change was made from
 * @param next the version after the change
 * @param put the fields that are new or differ
 * @param removed the fields to remove
 * @param handovers all handovers after the change
 * @param forgotten services whose acknowledgements are deleted: they are not registered, and no service waits for them
 * @param moves the units that the change moves
 */
public record DistributionChange(
        Optional<Version> basis,
        Version next,
        Map<String, String> put,
        SortedSet<String> removed,
        UnitHandovers handovers,
        SortedSet<String> forgotten,
        UnitMoves moves) {}

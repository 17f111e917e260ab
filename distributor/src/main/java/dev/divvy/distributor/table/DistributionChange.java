package dev.divvy.distributor.table;

import dev.divvy.allocation.Version;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * From one sheet to the next, all at once or not at all.
 *
 * @param basis the version that it was made from
 * @param put the fields that are new or say something else
 * @param removed the fields that go
 * @param motions all that is in motion from then on
 * @param silent services whose acknowledgements go: they are gone, and nobody waits for them
 * @param moves what this means for the units
 */
public record DistributionChange(
        Optional<Version> basis,
        Version next,
        Map<String, String> put,
        SortedSet<String> removed,
        UnitHandovers motions,
        SortedSet<String> silent,
        UnitMoves moves) {}

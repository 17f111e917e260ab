package dev.divvy.console;

import dev.divvy.coordination.status.GroupStatus;
import java.util.Map;

/**
 * One product of a process at one moment.
 *
 * @param product {@code cache}, {@code outbox} or {@code distributor}
 * @param figures the figures of the product; the components of the record become fields of the JSON
 * @param refused how many effects of a former owner were refused so far, by member; the dashboard marks the increases
 */
public record ProductSnapshot(String product, GroupStatus group, Record figures, Map<String, Long> refused) {

    public ProductSnapshot {
        refused = Map.copyOf(refused);
    }
}

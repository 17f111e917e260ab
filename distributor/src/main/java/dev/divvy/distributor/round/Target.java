package dev.divvy.distributor.round;

import dev.divvy.distributor.ping.Address;
import dev.divvy.distributor.table.Lists;
import dev.divvy.distributor.table.Planning;
import dev.divvy.distributor.table.Reading;
import dev.divvy.distributor.table.Table;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The table that should hang there; made anew only when lists or services changed. Used by the writing thread only. */
final class Target {

    private final Planning planning;
    private final String unitsNamespace;

    private @Nullable Lists lists;
    private @Nullable Reading reading;
    private @Nullable Set<String> present;
    private @Nullable Table table;

    Target(Planning planning, String unitsNamespace) {
        this.planning = planning;
        this.unitsNamespace = unitsNamespace;
    }

    Reading reading(Lists now) {
        if (reading == null || !now.equals(lists)) {
            lists = now;
            reading = Reading.of(now, unitsNamespace, Address::refusal);
            table = null;
        }
        return reading;
    }

    Table table(Reading of, Set<String> now, Table before) {
        if (table == null || !now.equals(present)) {
            present = Set.copyOf(now);
            table = planning.table(of, now, before);
        }
        return table;
    }
}

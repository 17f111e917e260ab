package dev.divvy.distributor.writer;

import dev.divvy.distributor.ping.ServiceAddress;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.StoredLists;
import dev.divvy.distributor.table.TablePlanner;
import dev.divvy.distributor.table.ValidLists;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The table that should hang there; made anew only when lists or services changed. Used by the writing thread only. */
final class TargetTable {

    private final TablePlanner planning;
    private final String unitsNamespace;

    private @Nullable StoredLists lists;
    private @Nullable ValidLists reading;
    private @Nullable Set<String> present;
    private @Nullable AssignmentTable table;

    TargetTable(TablePlanner planning, String unitsNamespace) {
        this.planning = planning;
        this.unitsNamespace = unitsNamespace;
    }

    ValidLists reading(StoredLists now) {
        if (reading == null || !now.equals(lists)) {
            lists = now;
            reading = ValidLists.of(now, unitsNamespace, ServiceAddress::refusal);
            table = null;
        }
        return reading;
    }

    AssignmentTable table(ValidLists of, Set<String> now, AssignmentTable before) {
        if (table == null || !now.equals(present)) {
            present = Set.copyOf(now);
            table = planning.table(of, now, before);
        }
        return table;
    }
}

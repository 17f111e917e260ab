package dev.divvy.distributor.writer;

import dev.divvy.distributor.ping.ServiceAddress;
import dev.divvy.distributor.table.AssignmentTable;
import dev.divvy.distributor.table.StoredLists;
import dev.divvy.distributor.table.TablePlanner;
import dev.divvy.distributor.table.ValidLists;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The table that should be stored; computed again only when the lists or the live services changed. Used by the writing thread only. */
final class PlannedTableCache {

    private final TablePlanner planner;
    private final String unitsNamespace;

    private @Nullable StoredLists lists;
    private @Nullable ValidLists validLists;
    private @Nullable Set<String> alive;
    private @Nullable AssignmentTable table;

    PlannedTableCache(TablePlanner planner, String unitsNamespace) {
        this.planner = planner;
        this.unitsNamespace = unitsNamespace;
    }

    ValidLists validate(StoredLists now) {
        if (validLists == null || !now.equals(lists)) {
            lists = now;
            validLists = ValidLists.of(now, unitsNamespace, ServiceAddress::refusal);
            table = null;
        }
        return validLists;
    }

    AssignmentTable table(ValidLists from, Set<String> nowAlive, AssignmentTable before) {
        if (table == null || !nowAlive.equals(alive)) {
            alive = Set.copyOf(nowAlive);
            table = planner.table(from, nowAlive, before);
        }
        return table;
    }
}

package dev.divvy.cli.distributor;

import dev.divvy.cli.group.GroupLook;
import dev.divvy.console.ProductSnapshot;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import dev.divvy.distributor.Store;
import dev.divvy.distributor.StoreAccessException;
import dev.divvy.distributor.TableFollower;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The table of a distributor as the dashboard shows it. Thread-safe. */
public final class ObservedTable {

    private final String name;

    /** Used by one thread at a time: guarded by this object. */
    private final TableFollower follower;

    public ObservedTable(Store store, String name) {
        this.name = name;
        this.follower = TableFollower.of(store, name);
    }

    /**
     * Reads the table. A store that does not answer is the problem of an empty group.
     *
     * @param figures makes the figures from the units of each service
     */
    public synchronized ProductSnapshot look(Function<SortedMap<String, List<String>>, Record> figures) {
        GroupStatus group;
        try {
            group = follower.look();
        } catch (StoreAccessException e) {
            group = GroupLook.unavailable(name, String.valueOf(e.getMessage()));
        }
        return new ProductSnapshot("distributor", group, figures.apply(units(group)), Map.of());
    }

    private static SortedMap<String, List<String>> units(GroupStatus group) {
        SortedMap<String, List<String>> units = new TreeMap<>();
        for (MemberStatus member : group.members()) {
            List<String> names = new ArrayList<>();
            member.pieces().forEach(piece -> names.add(group.pieces().name(piece)));
            units.put(member.id(), names);
        }
        return units;
    }
}

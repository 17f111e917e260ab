package dev.divvy.distributor;

import dev.divvy.allocation.support.NameRules;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.distributor.table.Distribution;
import dev.divvy.distributor.table.TableHistory;
import dev.divvy.distributor.table.TableStatus;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Follows the table of a store and shows it as a group: services are the members, units are the pieces. The store keeps only the last
 * table, so the history begins at the first look, and tables between two looks count as one change. Used by one thread.
 *
 * <p>A new unit counts as moved, as in every group. A service that is registered but has no field is not a member, and a unit without an
 * owner is not a piece. If the table has a unit in several fields, as when each namespace divides all units, the unit is shown at the first
 * of its services; names that cannot be used are left out. In both cases {@code self().problem()} says so.
 */
public final class TableFollower {

    private final Supplier<Distribution> store;
    private final String group;
    private final LongSupplier clock;

    private TableHistory history = TableHistory.EMPTY;

    /** When the last table was first read. */
    private long changedAt;

    TableFollower(Supplier<Distribution> store, String group, LongSupplier clock) {
        this.store = store;
        this.group = NameRules.check("the name of the group", group, NameRules.LONGEST);
        this.clock = clock;
    }

    /**
     * Returns a follower that has not read anything yet. The store may still be unavailable, and the caller closes it.
     *
     * @param group the name to show, such as that of the table
     */
    public static TableFollower of(Store store, String group) {
        Objects.requireNonNull(store, "store");
        return new TableFollower(() -> store.ports().distribution().read(), group, System::nanoTime);
    }

    /**
     * Reads the store, which may block, and returns the group. Before the first table it has neither version nor members. A unit is shown
     * as being handed over until its former owners acknowledge, at most the default grace time.
     *
     * @throws StoreAccessException if the store cannot be read, or if its content cannot be a group: too many names, or texts that Divvy did
     *     not write
     */
    public GroupStatus look() {
        try {
            Distribution distribution = store.get();
            TableHistory next = history.after(distribution);
            if (!next.equals(history)) {
                changedAt = clock.getAsLong();
            }
            history = next;
            boolean expired = clock.getAsLong() - changedAt >= ServiceSettings.GRACE.toNanos();
            return TableStatus.of(group, history, distribution, expired);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new StoreAccessException(
                    "the table of " + group + " cannot be shown: " + e.getMessage()
                            + "; remove what was not written by Divvy",
                    e);
        }
    }
}

package dev.divvy.distributor.table;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.support.MoveBound;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tables read so far as allocations, each planned from the one before; a value. The planner gets the division of the table, so moves,
 * their lower bound, causes and tenures are those of any group. If epochs were missed, the difference counts as one change. Another
 * lineage, or a lower epoch, starts anew.
 *
 * @param before the allocation from which the current one was planned; empty when it is the first
 * @param current the last table; empty when there is none
 * @param table the table that {@code current} was made from
 * @param problem why the allocation does not show the whole table; empty when it does
 */
public record TableHistory(
        Optional<Allocation> before, Optional<Allocation> current, AssignmentTable table, Optional<String> problem) {

    public static final TableHistory EMPTY =
            new TableHistory(Optional.empty(), Optional.empty(), AssignmentTable.EMPTY, Optional.empty());

    /** The summary of an epoch whose previous table is not known. */
    private static final String FIRST_SEEN = "first seen";

    /** The allocator of a plan whose result is known. */
    private record KnownDivision(Division division, Set<Law> laws) implements Allocator {

        @Override
        public String name() {
            return "table";
        }

        @Override
        public Division allocate(AllocationRequest request) {
            return division;
        }
    }

    /**
     * Returns the history after this distribution was read; the same one if the table is still the same.
     *
     * @throws IllegalArgumentException if the table has more services or units than a group can have
     */
    public TableHistory after(Distribution read) {
        if (read.version().isEmpty()) {
            return EMPTY;
        }
        Version version = read.version().get();
        boolean sameVersion =
                current.map(Allocation::version).filter(version::equals).isPresent();
        if (sameVersion && read.table().equals(table)) {
            return this;
        }
        // A change by hand leaves the version as it is: the table is then planned again from the one before.
        Optional<Allocation> base =
                sameVersion ? before : current.filter(allocation -> precedes(allocation.version(), version));
        TableDivision next = TableDivision.of(read.table());
        Allocation allocation =
                base.map(previous -> next(previous, version, next)).orElseGet(() -> first(version, next));
        return new TableHistory(base, Optional.of(allocation), read.table(), next.problem());
    }

    private static boolean precedes(Version earlier, Version later) {
        return earlier.lineage().equals(later.lineage()) && earlier.epoch() < later.epoch();
    }

    private static Allocation next(Allocation previous, Version version, TableDivision table) {
        Allocation base = previous.raisedTo(version.epoch() - 1);
        AllocationRequest request = Planner.request(base, table.units(), table.roster(), Directives.NONE);
        // A table changed by hand need not be even, and can then come about with fewer moves than an even one.
        boolean fewest = MoveBound.moved(request, table.division()) <= MoveBound.of(request);
        Set<Law> laws = fewest ? Law.keeps(Law.MINIMAL) : Set.of();
        // None is waited for in tenures: the distribution has its own handovers, which know more.
        return new Planner(new KnownDivision(table.division(), laws))
                .next(base, table.units(), table.roster(), Directives.NONE, Acknowledgements.NONE);
    }

    /** Returns the first allocation. Only before epoch 1 there was no table; after a later one nothing is known about moves. */
    private static Allocation first(Version version, TableDivision table) {
        Allocation first = new Planner(new KnownDivision(table.division(), Set.of()))
                .first(version, table.units(), table.roster(), Directives.NONE);
        if (version.epoch() == 1) {
            return first;
        }
        EpochSummary seen = new EpochSummary(version.epoch(), table.roster().size(), 0, 0, List.of(FIRST_SEEN));
        return new Allocation(
                version, first.pieces(), first.roster(), first.directives(), first.holders(), List.of(seen));
    }
}

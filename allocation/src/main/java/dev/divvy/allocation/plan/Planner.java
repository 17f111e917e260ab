package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Allocator;
import java.util.List;
import java.util.Optional;

/**
 * Makes allocations: the first one, and each next one from the one before. Every member of a group plans with the same allocator and
 * the same number of copies, so that whoever is first to plan a change plans what the others would have.
 *
 * @param copies how many members besides the owner keep a copy of each piece
 */
public record Planner(Allocator allocator, int copies) {

    public Planner {
        Copies.checkDepth(copies);
    }

    public Planner(Allocator allocator) {
        this(allocator, 0);
    }

    /** The first allocation of a lineage; its epoch exceeds every epoch that anybody remembers. */
    public Allocation first(Version version, Pieces pieces, Roster roster, Directives directives) {
        AllocationRequest request = AllocationRequest.of(pieces, roster, directives, Optional.empty());
        Allocation blank = TenureHistory.blank(version, pieces);
        return succeed(
                beginning(blank, request, directives), request, roster, ChangeCauses.of(blank, request, directives));
    }

    /** The first allocation of a lineage to which no member has come yet: nobody owns anything. An ordinary step follows it. */
    public Allocation found(Version version, Pieces pieces) {
        AllocationRequest nobody = AllocationRequest.of(pieces, Roster.EMPTY, Directives.NONE, Optional.empty());
        TenureHistory succession = beginning(TenureHistory.blank(version, pieces), nobody, Directives.NONE);
        return succeed(succession, nobody, Roster.EMPTY, List.of("founded"));
    }

    /** The allocation at the next epoch. The pieces may differ from those of before: units come and go, tokens can be split. */
    public Allocation next(
            Allocation previous, Pieces pieces, Roster roster, Directives directives, Acknowledgements witness) {
        Allocation base = Renumbering.of(previous, pieces, witness);
        AllocationRequest request = AllocationRequest.of(pieces, roster, directives, Optional.of(base));
        TenureHistory succession =
                new TenureHistory(base, previous.version().next(), request, directives, witness, allocator.laws());
        return succeed(succession, request, roster, ChangeCauses.of(previous, request, directives));
    }

    public Allocation next(Allocation previous, PlanInputs terms, Acknowledgements witness) {
        return next(previous, terms.pieces(), terms.roster(), terms.directives(), witness);
    }

    /** What an allocator is asked for the next epoch: the previous allocation is told over the pieces of now. */
    public static AllocationRequest ask(Allocation previous, Pieces pieces, Roster roster, Directives directives) {
        return AllocationRequest.of(
                pieces, roster, directives, Optional.of(Renumbering.of(previous, pieces, Acknowledgements.NOBODY)));
    }

    /**
     * Returns an allocation told over other pieces, before anything is divided anew: what is gone is forgotten, what is new has no owner
     * yet and waits for the members that the witness shows to be behind.
     */
    public static Allocation over(Allocation previous, Pieces pieces, Acknowledgements witness) {
        return Renumbering.of(previous, pieces, witness);
    }

    /** What these changes would move, if they came now and together. Nothing is done. */
    public Plan plan(Allocation now, List<Change> changes) {
        return new Plan(now, next(now, PlanInputs.of(now).after(changes), Acknowledgements.NOBODY), changes);
    }

    public Plan plan(Allocation now, Change... changes) {
        return plan(now, List.of(changes));
    }

    private TenureHistory beginning(Allocation blank, AllocationRequest request, Directives directives) {
        return new TenureHistory(
                blank, blank.version(), request, directives, Acknowledgements.NOBODY, allocator.laws());
    }

    private Allocation succeed(
            TenureHistory succession, AllocationRequest request, Roster roster, List<String> causes) {
        Division division = allocator.allocate(request);
        return succession.to(division, BackupPlacement.place(request, division, copies), roster, causes);
    }
}

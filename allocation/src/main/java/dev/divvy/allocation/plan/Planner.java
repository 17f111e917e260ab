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
import dev.divvy.allocation.replication.Heirs;
import dev.divvy.allocation.replication.Replication;
import java.util.List;
import java.util.Optional;

/**
 * Makes the first allocation of a lineage, and each next one from the one before. All members of a group plan with the same allocator and
 * the same replication, so that the first member to plan a change plans the same as the others would.
 */
public record Planner(Allocator allocator, Replication replication) {

    /** Creates a planner for pieces without data. */
    public Planner(Allocator allocator) {
        this(allocator, Replication.NONE);
    }

    /** Returns this planner for pieces with data, of which this many members besides the owner keep a copy. */
    public Planner replicated(int copies) {
        return new Planner(allocator, Replication.of(copies));
    }

    /** Returns the first allocation of a lineage; its epoch must exceed every epoch that members remember. */
    public Allocation first(Version version, Pieces pieces, Roster roster, Directives directives) {
        AllocationRequest request =
                RestrictedPieces.apply(AllocationRequest.of(pieces, roster, directives, Optional.empty()));
        Allocation blank = TenureHistory.blank(version, pieces);
        return complete(
                start(blank, request, directives),
                request,
                Acknowledgements.NONE,
                roster,
                ChangeCauses.of(blank, request, directives));
    }

    /** Returns the first allocation of a lineage that no member has joined yet: no piece has an owner. An ordinary step follows it. */
    public Allocation founding(Version version, Pieces pieces) {
        AllocationRequest empty = AllocationRequest.of(pieces, Roster.EMPTY, Directives.NONE, Optional.empty());
        TenureHistory tenures = start(TenureHistory.blank(version, pieces), empty, Directives.NONE);
        return complete(tenures, empty, Acknowledgements.NONE, Roster.EMPTY, List.of("founded"));
    }

    /**
     * Returns the allocation at the next epoch. The pieces may differ from the previous ones: units are added and removed, tokens can be
     * split.
     */
    public Allocation next(
            Allocation previous,
            Pieces pieces,
            Roster roster,
            Directives directives,
            Acknowledgements acknowledgements) {
        return next(previous, new PlanInputs(pieces, roster, directives), acknowledgements);
    }

    /**
     * Returns the next allocation that restores the balance of owners and copies, for the same members: an epoch that promotes copies moves
     * nothing for balance, and copies that are not settled are not moved. Empty if nothing would move.
     */
    public Optional<Allocation> rebalanced(Allocation previous, Acknowledgements acknowledgements) {
        PlanInputs inputs = PlanInputs.of(previous);
        AllocationRequest request = request(previous, inputs, acknowledgements, replication);
        Allocation next = next(request, inputs, acknowledgements, List.of("rebalanced"));
        boolean same = next.division().equals(previous.division())
                && next.holders().copies().equals(previous.holders().copies());
        return same ? Optional.empty() : Optional.of(next);
    }

    public Allocation next(Allocation previous, PlanInputs inputs, Acknowledgements acknowledgements) {
        AllocationRequest request = request(previous, inputs, acknowledgements, replication);
        return next(request, inputs, acknowledgements, ChangeCauses.of(previous, request, inputs.directives()));
    }

    private Allocation next(
            AllocationRequest request, PlanInputs inputs, Acknowledgements acknowledgements, List<String> causes) {
        Allocation base = request.previous().orElseThrow();
        TenureHistory tenures = new TenureHistory(
                base, base.version().next(), request, inputs.directives(), acknowledgements, allocator.laws());
        return complete(tenures, request, acknowledgements, inputs.roster(), causes);
    }

    /**
     * Returns the allocator's input for the next epoch of pieces without data, with the previous allocation renumbered to the current
     * pieces.
     */
    public static AllocationRequest request(Allocation previous, Pieces pieces, Roster roster, Directives directives) {
        return request(previous, new PlanInputs(pieces, roster, directives), Acknowledgements.NONE, Replication.NONE);
    }

    /**
     * Returns the allocator's input for the next epoch, with the previous allocation renumbered to the current pieces, and with the pieces
     * of owners that are gone at members that have their data.
     */
    public static AllocationRequest request(
            Allocation previous, PlanInputs inputs, Acknowledgements acknowledgements, Replication replication) {
        Allocation base = Renumbering.of(previous, inputs.pieces(), acknowledgements);
        AllocationRequest request = RestrictedPieces.apply(
                AllocationRequest.of(inputs.pieces(), inputs.roster(), inputs.directives(), Optional.of(base)));
        return replication.keepsHeirs() ? Promotion.apply(request, acknowledgements) : request;
    }

    /**
     * Returns an allocation renumbered to other pieces, before they are divided: removed pieces are dropped; new pieces have no owner yet
     * and wait for the incarnations that have not acknowledged the previous epoch.
     */
    public static Allocation renumbered(Allocation previous, Pieces pieces, Acknowledgements acknowledgements) {
        return Renumbering.of(previous, pieces, acknowledgements);
    }

    /**
     * Returns what these changes would move, if they were made now and together, by a group at rest. Changes nothing. A member that leaves
     * is planned to hand its data over; it does not crash.
     */
    public Plan plan(Allocation now, List<Change> changes) {
        Acknowledgements acknowledgements =
                replication.keepsHeirs() ? Acknowledgements.atRest(now) : Acknowledgements.NONE;
        return new Plan(now, next(now, PlanInputs.of(now).after(changes), acknowledgements), changes);
    }

    public Plan plan(Allocation now, Change... changes) {
        return plan(now, List.of(changes));
    }

    private TenureHistory start(Allocation blank, AllocationRequest request, Directives directives) {
        return new TenureHistory(blank, blank.version(), request, directives, Acknowledgements.NONE, allocator.laws());
    }

    private Allocation complete(
            TenureHistory tenures,
            AllocationRequest request,
            Acknowledgements acknowledgements,
            Roster roster,
            List<String> causes) {
        Division division = allocator.allocate(request);
        Copies copies = BackupPlacement.place(request, division, replication.depth(), acknowledgements);
        Heirs heirs = replication.keepsHeirs()
                ? HeirHistory.next(request, division, copies, acknowledgements)
                : Heirs.NOT_KEPT;
        return tenures.next(division, copies, heirs, roster, causes);
    }
}

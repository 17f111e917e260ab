package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Rule;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.Tenures;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.replication.Heirs;
import dev.divvy.allocation.support.MoveBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Carries tenures on from one allocation to the next. A tenure is kept exactly when the owner and its incarnation stay. Otherwise a new one
 * begins at the next epoch; its releasers are the previous ones that have not released the piece, and the old owner if its card is still on
 * the board.
 */
final class TenureHistory {

    private final Allocation previous;
    private final Version version;
    private final AllocationRequest request;
    private final Directives directives;
    private final Acknowledgements acknowledgements;
    private final Set<Law> laws;
    private int moved;

    TenureHistory(
            Allocation previous,
            Version version,
            AllocationRequest request,
            Directives directives,
            Acknowledgements acknowledgements,
            Set<Law> laws) {
        this.previous = previous;
        this.version = version;
        this.request = request;
        this.directives = directives;
        this.acknowledgements = acknowledgements;
        this.laws = laws;
    }

    /** Returns the start of a lineage: pieces that never had an owner. */
    static Allocation blank(Version version, Pieces pieces) {
        Holders unowned = new Holders(
                Division.of(pieces.count(), List.of()),
                Tenures.all(pieces.count(), Tenure.neverOwned(version.epoch())));
        return new Allocation(version, pieces, Roster.EMPTY, Directives.NONE, unowned, List.of());
    }

    Allocation next(Division division, Copies copies, Heirs heirs, Roster roster, List<String> causes) {
        Tenures.Changes tenures = previous.holders().tenures().change();
        pruneReleasers(tenures);
        for (int before = 0; before < previous.roster().size(); before++) {
            int now = request.currentIndex(before);
            Runs had = previous.division().of(before);
            Runs has = now < 0 ? Runs.NONE : division.of(now);
            if (now >= 0 && sameIncarnation(before, now)) {
                handOver(had.minus(has), before, division, tenures);
            } else {
                Runs returned = had.and(has);
                Runs pinned = returned.minus(request.unpinned()).minus(request.reserved());
                begin(returned.minus(pinned), before, Rule.OWNER_RESTARTED, tenures);
                begin(pinned, before, Rule.PINNED, tenures);
                handOver(had.minus(returned), before, division, tenures);
            }
        }
        handOver(previous.division().unowned().minus(division.unowned()), Division.NO_MEMBER, division, tenures);
        return new Allocation(
                version,
                request.pieces(),
                roster,
                directives,
                new Holders(division, tenures.done(), copies, heirs),
                ChangeCauses.appended(previous.history(), summary(roster, causes)));
    }

    private EpochSummary summary(Roster roster, List<String> causes) {
        int bound = laws.contains(Law.MINIMAL) ? moved : MoveBound.of(request);
        return new EpochSummary(version.epoch(), roster.size(), moved, bound, causes);
    }

    private boolean sameIncarnation(int before, int now) {
        return previous.roster().get(before).incarnation().number()
                == request.roster().get(now).incarnation().number();
    }

    /** Begins the tenures of pieces that a previous owner lost to others. */
    private void handOver(Runs lost, int before, Division division, Tenures.Changes tenures) {
        if (lost.isEmpty()) {
            return;
        }
        moved += lost.count();
        Runs unowned = lost.and(division.unowned());
        Runs toOthers = lost.minus(unowned);
        begin(unowned, before, directives.atRest() ? Rule.SUSPENDED : Rule.NOBODY_ELIGIBLE, tenures);
        begin(toOthers.and(request.promoted()), before, Rule.PROMOTED, tenures);
        Runs decided = toOthers.minus(request.unpinned()).minus(request.promoted());
        begin(decided.and(request.reserved()), before, Rule.RESTRICTED, tenures);
        begin(decided.minus(request.reserved()), before, Rule.PINNED, tenures);
        begin(toOthers.and(request.unpinned()), before, ruleOf(before), tenures);
    }

    /** Returns the reason why a previous owner lost an unpinned piece to another member. */
    private Rule ruleOf(int before) {
        if (before == Division.NO_MEMBER) {
            return Rule.RESUMED;
        }
        int now = request.currentIndex(before);
        if (now < 0 || !sameIncarnation(before, now)) {
            return Rule.OWNER_LEFT;
        }
        if (request.roster().get(now).weight() == 0) {
            return Rule.OWNER_DRAINED;
        }
        return laws.contains(Law.MINIMAL) ? Rule.EVEN_SHARES : Rule.RECOMPUTED;
    }

    private void begin(Runs pieces, int before, Rule rule, Tenures.Changes changes) {
        Tenures tenures = previous.holders().tenures();
        for (int run = 0; run < pieces.size(); run++) {
            for (int first = pieces.first(run), last; first <= pieces.last(run); first = last + 1) {
                last = tenures.sharedUntil(first, pieces.last(run));
                changes.set(first, last, newTenure(tenures.of(first), before, rule));
            }
        }
    }

    private Tenure newTenure(Tenure was, int before, Rule rule) {
        boolean first = before == Division.NO_MEMBER && was.from().isEmpty() && rule == Rule.RESUMED;
        Optional<Incarnation> owner = before == Division.NO_MEMBER
                ? Optional.empty()
                : Optional.of(previous.roster().get(before).incarnation());
        return new Tenure(
                version.epoch(), owner.or(was::from), first ? Rule.FIRST : rule, releasers(was.releasers(), owner));
    }

    private List<Releaser> releasers(List<Releaser> earlier, Optional<Incarnation> owner) {
        if (earlier.isEmpty()) {
            return owner.filter(acknowledgements::present)
                    .map(incarnation -> List.of(new Releaser(incarnation, version.epoch())))
                    .orElse(List.of());
        }
        List<Releaser> releasers = new ArrayList<>(unsatisfied(earlier));
        owner.filter(acknowledgements::present).ifPresent(incarnation -> {
            releasers.removeIf(releaser -> releaser.incarnation().equals(incarnation));
            releasers.add(new Releaser(incarnation, version.epoch()));
        });
        return releasers;
    }

    private void pruneReleasers(Tenures.Changes changes) {
        Tenures tenures = previous.holders().tenures();
        Runs moving = tenures.inMotion();
        for (int run = 0; run < moving.size(); run++) {
            for (int first = moving.first(run), last; first <= moving.last(run); first = last + 1) {
                last = tenures.sharedUntil(first, moving.last(run));
                Tenure tenure = tenures.of(first);
                List<Releaser> left = unsatisfied(tenure.releasers());
                if (left.size() < tenure.releasers().size()) {
                    changes.set(first, last, tenure.withReleasers(left));
                }
            }
        }
    }

    private List<Releaser> unsatisfied(List<Releaser> releasers) {
        return releasers.stream()
                .filter(releaser -> !acknowledgements.satisfies(releaser))
                .toList();
    }
}

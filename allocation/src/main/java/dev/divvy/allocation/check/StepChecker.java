package dev.divvy.allocation.check;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.support.MoveBound;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds what is wrong with the step from one allocation to the next, piece by piece, with the rules of history written down once
 * more: when a tenure stays, whom it came from, who must still let go.
 */
public final class StepChecker {

    private static final int MOST_FINDINGS = 20;

    private final Allocation before;
    private final Allocation after;
    private final Acknowledgements witness;
    private final List<Finding> findings = new ArrayList<>();

    private StepChecker(Allocation before, Allocation after, Acknowledgements witness) {
        this.before = before;
        this.after = after;
        this.witness = witness;
    }

    /**
     * The faults of a step, at most a few; none when all is well. MINIMAL is judged only if the allocator promises it.
     *
     * @param before the allocation that the next was made from
     * @param witness what the board showed when it was made
     */
    public static List<Finding> check(Allocation before, Allocation after, Acknowledgements witness, Set<Law> laws) {
        StepChecker checker = new StepChecker(Planner.over(before, after.pieces(), witness), after, witness);
        checker.version();
        if (laws.contains(Law.MINIMAL)) {
            checker.moves();
        }
        int[] then = checker.before.division().owners();
        int[] now = after.division().owners();
        for (int piece = 0; piece < now.length; piece++) {
            checker.tenure(piece, life(checker.before, then[piece]), life(after, now[piece]));
        }
        return checker.findings;
    }

    private void version() {
        if (!after.version().lineage().equals(before.version().lineage())) {
            found(Fault.LINEAGE_CHANGED, before.version() + " to " + after.version());
        } else if (after.epoch() != before.epoch() + 1) {
            found(Fault.EPOCH_NOT_NEXT, before.version() + " to " + after.version());
        }
    }

    private void moves() {
        AllocationRequest request =
                AllocationRequest.of(after.pieces(), after.roster(), after.directives(), Optional.of(before));
        int moved = MoveBound.moved(request, after.division());
        int bound = MoveBound.of(request);
        if (moved > bound) {
            found(Fault.MOVED_MORE_THAN_NEEDED, moved + " pieces moved where " + bound + " had to");
        }
    }

    private void tenure(int piece, Optional<Incarnation> then, Optional<Incarnation> now) {
        Tenure was = before.tenureOf(piece);
        Tenure is = after.tenureOf(piece);
        if (then.equals(now)) {
            if (was.since() != is.since() || !was.from().equals(is.from()) || was.rule() != is.rule()) {
                found(Fault.TENURE_CUT, name(piece) + " of " + now + ": " + was + " became " + is);
            }
        } else {
            if (is.since() != after.epoch()) {
                found(
                        Fault.TENURE_NOT_RENEWED,
                        name(piece) + " came from " + then + " to " + now + " since " + is.since());
            }
            if (!is.from().equals(then.or(was::from))) {
                found(Fault.FORMER_OWNER_WRONG, name(piece) + " came from " + then + ", not from " + is.from());
            }
        }
        releasers(piece, was, is, then.equals(now) ? Optional.empty() : then);
    }

    private void releasers(int piece, Tenure was, Tenure is, Optional<Incarnation> loser) {
        NavigableMap<Incarnation, Long> awaited = new TreeMap<>();
        was.releasers().stream()
                .filter(releaser -> !witness.satisfies(releaser))
                .forEach(releaser -> awaited.put(releaser.life(), releaser.lostAt()));
        loser.filter(witness::present).ifPresent(life -> awaited.put(life, after.epoch()));
        for (Releaser releaser : is.releasers()) {
            Long lostAt = awaited.remove(releaser.life());
            if (lostAt == null) {
                found(Fault.RELEASER_NEEDLESS, name(piece) + " waits for " + releaser);
            } else if (lostAt != releaser.lostAt()) {
                found(Fault.RELEASER_FORGOTTEN, name(piece) + " waits for " + releaser + ", who lost it at " + lostAt);
            }
        }
        if (!awaited.isEmpty()) {
            found(Fault.RELEASER_FORGOTTEN, name(piece) + " does not wait for " + awaited);
        }
    }

    private static Optional<Incarnation> life(Allocation allocation, int member) {
        return member == Division.NOBODY
                ? Optional.empty()
                : Optional.of(allocation.roster().get(member).life());
    }

    private String name(int piece) {
        return "piece " + after.pieces().name(piece);
    }

    private void found(Fault fault, String what) {
        if (findings.size() < MOST_FINDINGS) {
            findings.add(new Finding(fault, what));
        }
    }
}

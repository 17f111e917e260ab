package dev.divvy.allocation.check;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Tenure;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.allocator.Law;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.PlanInputs;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.support.MoveBound;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the faults of the step from one allocation to the next, piece by piece. It states the rules of tenures a second time, independently
 * of the planner: when a tenure stays, from which owner a piece came, which incarnations must still release it, and which may still have its
 * data.
 */
public final class StepChecker {

    private static final int MAX_FINDINGS = 20;

    private final Allocation before;
    private final Allocation after;
    private final Acknowledgements acknowledgements;
    private final List<Finding> findings = new ArrayList<>();

    /** The incarnations that may own pieces, and the names of pieces that a pin applies to. */
    private final TreeSet<Incarnation> eligible = new TreeSet<>();

    private final TreeSet<String> pinned = new TreeSet<>();

    private StepChecker(Allocation before, Allocation after, Acknowledgements acknowledgements) {
        this.before = before;
        this.after = after;
        this.acknowledgements = acknowledgements;
        for (Member member : after.directives().applyTo(after.roster()).members()) {
            if (member.weight() > 0) {
                eligible.add(member.incarnation());
            }
        }
        after.directives().pins().forEach((piece, id) -> {
            if (eligible.stream().anyMatch(incarnation -> incarnation.member().equals(id))) {
                pinned.add(piece);
            }
        });
    }

    /**
     * Returns the faults of a step, at most a few. MINIMAL is checked only if the allocator promises it.
     *
     * @param before the allocation that the next one was made from
     * @param acknowledgements the state of the board when the next one was made
     */
    public static List<Finding> check(
            Allocation before, Allocation after, Acknowledgements acknowledgements, Set<Law> laws) {
        StepChecker checker =
                new StepChecker(Planner.renumbered(before, after.pieces(), acknowledgements), after, acknowledgements);
        checker.checkVersion();
        if (laws.contains(Law.MINIMAL)) {
            checker.checkMoves();
        }
        checker.checkCopies();
        int[] then = checker.before.division().owners();
        int[] now = after.division().owners();
        for (int piece = 0; piece < now.length; piece++) {
            Optional<Incarnation> formerOwner = incarnationAt(checker.before, then[piece]);
            Optional<Incarnation> owner = incarnationAt(after, now[piece]);
            checker.checkTenure(piece, formerOwner, owner);
            if (after.holders().heirs().kept()) {
                checker.checkHeirs(piece, formerOwner, owner);
                checker.checkPromotion(piece, formerOwner, owner);
            }
        }
        return checker.findings;
    }

    private void checkVersion() {
        if (!after.version().lineage().equals(before.version().lineage())) {
            report(Fault.LINEAGE_CHANGED, before.version() + " to " + after.version());
        } else if (after.epoch() != before.epoch() + 1) {
            report(Fault.EPOCH_NOT_NEXT, before.version() + " to " + after.version());
        }
    }

    private void checkCopies() {
        CopyChecker.find(request(), after.holders(), acknowledgements::settled)
                .ifPresent(fault -> report(fault, after.holders().copies() + " after " + before.version()));
    }

    private AllocationRequest request() {
        return Planner.request(before, PlanInputs.of(after), acknowledgements, after.replication());
    }

    private void checkMoves() {
        AllocationRequest request = request();
        int moved = MoveBound.moved(request, after.division());
        int bound = MoveBound.of(request);
        if (moved > bound) {
            report(Fault.MOVED_MORE_THAN_NEEDED, moved + " pieces moved where " + bound + " had to");
        }
    }

    private void checkTenure(int piece, Optional<Incarnation> then, Optional<Incarnation> now) {
        Tenure was = before.tenureOf(piece);
        Tenure is = after.tenureOf(piece);
        if (then.equals(now)) {
            if (was.since() != is.since() || !was.from().equals(is.from()) || was.rule() != is.rule()) {
                report(Fault.TENURE_INTERRUPTED, name(piece) + " of " + now + ": " + was + " became " + is);
            }
        } else {
            if (is.since() != after.epoch()) {
                report(
                        Fault.TENURE_NOT_RENEWED,
                        name(piece) + " came from " + then + " to " + now + " since " + is.since());
            }
            if (!is.from().equals(then.or(was::from))) {
                report(Fault.FORMER_OWNER_WRONG, name(piece) + " came from " + then + ", not from " + is.from());
            }
        }
        checkReleasers(piece, was, is, then.equals(now) ? Optional.empty() : then);
    }

    private void checkReleasers(int piece, Tenure was, Tenure is, Optional<Incarnation> formerOwner) {
        NavigableMap<Incarnation, Long> awaited = new TreeMap<>();
        was.releasers().stream()
                .filter(releaser -> !acknowledgements.satisfies(releaser))
                .forEach(releaser -> awaited.put(releaser.incarnation(), releaser.lostAt()));
        formerOwner.filter(acknowledgements::present).ifPresent(incarnation -> awaited.put(incarnation, after.epoch()));
        for (Releaser releaser : is.releasers()) {
            Long lostAt = awaited.remove(releaser.incarnation());
            if (lostAt == null) {
                report(Fault.RELEASER_UNNEEDED, name(piece) + " waits for " + releaser);
            } else if (lostAt != releaser.lostAt()) {
                report(
                        Fault.RELEASER_MISSING,
                        name(piece) + " waits for " + releaser + ", which lost it at epoch " + lostAt);
            }
        }
        if (!awaited.isEmpty()) {
            report(Fault.RELEASER_MISSING, name(piece) + " does not wait for " + awaited);
        }
    }

    private void checkHeirs(int piece, Optional<Incarnation> then, Optional<Incarnation> now) {
        TreeSet<Incarnation> mayHave = new TreeSet<>(before.copiesOf(piece));
        then.ifPresent(mayHave::add);
        boolean forgotten = then.equals(now)
                && then.filter(owner -> acknowledgements.settled(owner) >= before.epoch())
                        .isPresent();
        if (!forgotten) {
            mayHave.addAll(before.heirsOf(piece));
        }
        mayHave.removeIf(incarnation -> !acknowledgements.present(incarnation));
        now.ifPresent(mayHave::remove);
        after.copiesOf(piece).forEach(mayHave::remove);
        for (Incarnation heir : after.heirsOf(piece)) {
            if (!mayHave.remove(heir)) {
                report(Fault.HEIR_UNNEEDED, name(piece) + " has the heir " + heir);
            }
        }
        if (!mayHave.isEmpty()) {
            report(Fault.HEIR_MISSING, name(piece) + " does not list " + mayHave);
        }
    }

    /**
     * A piece of an owner that is gone belongs to one that has its data: a keeper of a copy, or else an heir that has not forgotten it;
     * unless it is pinned.
     */
    private void checkPromotion(int piece, Optional<Incarnation> then, Optional<Incarnation> now) {
        if (then.isEmpty()
                || acknowledgements.present(then.get())
                || after.roster()
                        .find(then.get().member())
                        .map(Member::incarnation)
                        .equals(then)
                || pinned.contains(after.pieces().name(piece))) {
            return;
        }
        TreeSet<Incarnation> candidates = new TreeSet<>(before.copiesOf(piece));
        candidates.retainAll(eligible);
        if (candidates.isEmpty() && acknowledgements.settledByAll() < before.epoch()) {
            candidates.addAll(before.heirsOf(piece));
            candidates.retainAll(eligible);
        }
        if (!candidates.isEmpty() && now.filter(candidates::contains).isEmpty()) {
            report(Fault.PROMOTION_MISSED, name(piece) + " went to " + now + ", not to one of " + candidates);
        }
    }

    private static Optional<Incarnation> incarnationAt(Allocation allocation, int member) {
        return member == Division.NO_MEMBER
                ? Optional.empty()
                : Optional.of(allocation.roster().get(member).incarnation());
    }

    private String name(int piece) {
        return "piece " + after.pieces().name(piece);
    }

    private void report(Fault fault, String detail) {
        if (findings.size() < MAX_FINDINGS) {
            findings.add(new Finding(fault, detail));
        }
    }
}

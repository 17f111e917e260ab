package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.PlanInputs;
import dev.divvy.coordination.protocol.knowledge.BoardView;
import java.util.List;
import java.util.Optional;

/**
 * 7. When and what a member publishes: if the eligible members differ from the roster it waits the settle time; what is asked for, the
 * end of an exclusive job, its own leaving and an epoch that must be exceeded do not wait.
 */
final class PublishStep {

    private final ProtocolState standing;
    private final GroupRules rules;
    private final Incarnation me;
    private final BoardView view;

    private PublishStep(ProtocolState standing, GroupRules rules, Incarnation me) {
        this.standing = standing;
        this.rules = rules;
        this.me = me;
        this.view = standing.view();
    }

    /** What this member should publish now, by what it saw last. */
    static Optional<Publication> due(ProtocolState standing, GroupRules rules, UniqueNumbers draw, long now) {
        return standing.life()
                .filter(life -> standing.view().shows(life))
                .flatMap(life -> new PublishStep(standing, rules, life).due(draw, now));
    }

    /** When to ask again, if nothing else happens: what is urgent is published as soon as it is seen, the rest has its time. */
    static long nextDue(ProtocolState standing, GroupRules rules) {
        return standing.life()
                .filter(life -> standing.view().shows(life))
                .map(life -> new PublishStep(standing, rules, life).nextDue())
                .orElse(Long.MAX_VALUE);
    }

    /** Whether to look once more before planning: who came while the change settled shall be part of it. One look is enough. */
    static boolean looksFirst(ProtocolState standing, GroupRules rules, long now) {
        long due = nextDue(standing, rules);
        return due <= now && standing.outlook().watch().lastLook() < due;
    }

    private long nextDue() {
        Roster eligible = standing.outlook().settling().eligible();
        Roster listed = view.allocation().map(Allocation::roster).orElse(Roster.EMPTY);
        if (eligible.equals(listed)) {
            return Long.MAX_VALUE;
        }
        long settled = standing.outlook().settling().due(me, rules.timing());
        return view.allocation().filter(Allocation::isFounding).isPresent()
                ? Math.max(settled, watchedUntil())
                : settled;
    }

    private Optional<Publication> due(UniqueNumbers draw, long now) {
        if (view.allocation().isEmpty()) {
            return first(draw, now);
        }
        Allocation known = view.allocation().get();
        return known.isFounding() && (behind(known) || now < watchedUntil()) ? founding(known) : next(known, now);
    }

    private Optional<Publication> first(UniqueNumbers draw, long now) {
        boolean ripe = settled(now) && view.eligible().size() > 0;
        if (!view.mayHaveForgotten() && !ripe) {
            return Optional.empty();
        }
        Version version =
                new Version(draw.lineage(), standing.outlook().memory().floor() + 1);
        Allocation first = view.mayHaveForgotten()
                ? rules.planner().founding(version, rules.pieces())
                : rules.planner().first(version, rules.pieces(), view.eligible(), Directives.NONE);
        return publication(first, List.of());
    }

    /** A board that may have forgotten is watched for a time-to-live before anybody owns anything: old leases end meanwhile. */
    private long watchedUntil() {
        return view.since() + rules.timing().timeToLive().toNanos();
    }

    private Optional<Publication> founding(Allocation known) {
        return behind(known)
                ? publication(
                        rules.planner()
                                .founding(
                                        new Version(
                                                known.version().lineage(),
                                                standing.outlook().memory().floor() + 1),
                                        known.pieces()),
                        List.of())
                : Optional.empty();
    }

    private Optional<Publication> next(Allocation known, long now) {
        PlanInputs today = PlanInputs.of(known);
        PlanInputs terms = new PlanInputs(known.pieces(), view.eligible(), known.directives());
        boolean urgent = behind(known) || leavingMyself(known);
        Optional<Incarnation> runsAlone = known.directives().exclusive();
        if (runsAlone.filter(life -> !view.shows(life)).isPresent()) {
            terms = new PlanInputs(
                    terms.pieces(), terms.roster(), terms.directives().withoutExclusive());
            urgent = true;
        }
        PendingChanges wishes = PendingChanges.of(terms, standing.asked());
        terms = wishes.terms();
        urgent |= !terms.pieces().equals(today.pieces()) || !terms.directives().equals(today.directives());
        boolean same = terms.equals(today) && !behind(known);
        if (same || !(urgent || settled(now))) {
            return Optional.empty();
        }
        Allocation base = known.raisedTo(
                Math.max(known.epoch(), standing.outlook().memory().floor()));
        return publication(rules.planner().next(base, terms, view.witness()), wishes.granted());
    }

    private Optional<Publication> publication(Allocation next, List<OperatorRequest> asked) {
        return Optional.of(new Publication(view.version(), next, asked));
    }

    /** Somebody remembers a higher epoch than the board: the next one must exceed it. */
    private boolean behind(Allocation known) {
        return known.epoch() < standing.outlook().memory().floor();
    }

    private boolean leavingMyself(Allocation known) {
        return standing.self().leaving()
                && Holdings.lists(known, me)
                && view.cardOf(me).filter(card -> !card.state().eligible()).isPresent();
    }

    private boolean settled(long now) {
        return now >= standing.outlook().settling().due(me, rules.timing());
    }
}

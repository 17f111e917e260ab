package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.PlanInputs;
import dev.divvy.coordination.protocol.knowledge.BoardView;
import dev.divvy.coordination.protocol.knowledge.RestTimer;
import java.util.List;
import java.util.Optional;

/**
 * 7. Decides when a member publishes an allocation, and which. If the eligible members differ from the roster it waits the settle time; a
 * fraction of it if members are only gone, because their pieces have no owner.
 * Operator requests, the end of an exclusive job, its own leaving, and an epoch that must be exceeded do not wait. Where pieces have data,
 * balance is restored when nothing else is to be published and every owner has settled.
 */
final class PublishStep {

    private final ProtocolState state;
    private final GroupRules rules;
    private final Incarnation me;
    private final BoardView view;

    private PublishStep(ProtocolState state, GroupRules rules, Incarnation me) {
        this.state = state;
        this.rules = rules;
        this.me = me;
        this.view = state.view();
    }

    /** Returns the allocation that this member should publish now, by its last view. */
    static Optional<Publication> due(ProtocolState state, GroupRules rules, UniqueNumbers numbers, long now) {
        return state.incarnation()
                .filter(incarnation -> state.view().shows(incarnation))
                .flatMap(incarnation -> new PublishStep(state, rules, incarnation).due(numbers, now));
    }

    /** Returns when a change of members is due. Urgent changes do not count: they are published as soon as they are seen. */
    static long nextDue(ProtocolState state, GroupRules rules) {
        return state.incarnation()
                .filter(incarnation -> state.view().shows(incarnation))
                .map(incarnation -> new PublishStep(state, rules, incarnation).nextDue())
                .orElse(Long.MAX_VALUE);
    }

    /** Whether to read the board once more before planning, so that members that joined while the change settled are part of it. */
    static boolean needsFreshView(ProtocolState state, GroupRules rules, long now) {
        long due = nextDue(state, rules);
        return due <= now && state.knowledge().monitor().lastLook() < due;
    }

    /** Whether this member may restore the balance now, by its last view: the data of all pieces is settled, and nothing else changes. */
    static boolean mayRebalance(ProtocolState state, GroupRules rules, long now) {
        return state.incarnation()
                .filter(incarnation -> state.view().shows(incarnation))
                .filter(incarnation -> new PublishStep(state, rules, incarnation).mayRebalance(now))
                .isPresent();
    }

    /** Returns the allocation that restores the balance; empty if it is balanced. To be asked only if this member may publish it. */
    static Optional<Publication> rebalanced(ProtocolState state, GroupRules rules) {
        return rules.planner()
                .rebalanced(
                        state.view().allocation().orElseThrow(), state.view().acknowledgements())
                .map(next -> new Publication(state.view().version(), next, List.of()));
    }

    private boolean mayRebalance(long now) {
        RestTimer rest = state.knowledge().restTimer();
        if (rest.settled().isEmpty()
                || !rest.settled().equals(view.version())
                || !rules.planner().replication().keepsHeirs()
                || now < rest.since() + state.knowledge().settleTimer().balanceStagger(me, rules.timing())) {
            return false;
        }
        Allocation known = view.allocation().orElseThrow();
        return mayContinue(known)
                && known.roster().equals(view.eligible())
                && !behind(known)
                && state.requests().isEmpty();
    }

    private long nextDue() {
        Roster eligible = state.knowledge().settleTimer().eligible();
        Roster listed = view.allocation().map(Allocation::roster).orElse(Roster.EMPTY);
        if (eligible.equals(listed)) {
            return Long.MAX_VALUE;
        }
        long settled = settledAt();
        return view.allocation().filter(Allocation::isFounding).isPresent()
                ? Math.max(settled, quarantinedUntil())
                : settled;
    }

    private Optional<Publication> due(UniqueNumbers numbers, long now) {
        if (view.allocation().isEmpty()) {
            return first(numbers, now);
        }
        Allocation known = view.allocation().get();
        return known.isFounding() && (behind(known) || now < quarantinedUntil()) ? founding(known) : next(known, now);
    }

    private Optional<Publication> first(UniqueNumbers numbers, long now) {
        boolean ready = settled(now) && view.eligible().size() > 0;
        if (!view.mayHaveForgotten() && !ready) {
            return Optional.empty();
        }
        Version version =
                new Version(numbers.lineage(), state.knowledge().memory().floor() + 1);
        Allocation first = view.mayHaveForgotten()
                ? rules.planner().founding(version, rules.pieces())
                : rules.planner().first(version, rules.pieces(), view.eligible(), Directives.NONE);
        return publication(first, List.of());
    }

    /** Returns the end of the time-to-live for which a board that may have lost data is only observed, so that old leases end. */
    private long quarantinedUntil() {
        return view.since() + view.longestTimeToLive(rules.timing()).toNanos();
    }

    private Optional<Publication> founding(Allocation known) {
        return behind(known)
                ? publication(
                        rules.planner()
                                .founding(
                                        new Version(
                                                known.version().lineage(),
                                                state.knowledge().memory().floor() + 1),
                                        known.pieces()),
                        List.of())
                : Optional.empty();
    }

    private Optional<Publication> next(Allocation known, long now) {
        if (!mayContinue(known)) {
            return Optional.empty();
        }
        PlanInputs current = PlanInputs.of(known);
        PlanInputs inputs = new PlanInputs(known.pieces(), view.eligible(), known.directives());
        boolean urgent = behind(known) || isLeaving(known);
        Optional<Incarnation> exclusive = known.directives().exclusive();
        if (exclusive.filter(incarnation -> !view.shows(incarnation)).isPresent()) {
            inputs = new PlanInputs(
                    inputs.pieces(), inputs.roster(), inputs.directives().withoutExclusive());
            urgent = true;
        }
        PendingChanges changes = PendingChanges.of(inputs, state.requests());
        inputs = changes.inputs();
        urgent |= !inputs.pieces().equals(current.pieces())
                || !inputs.directives().equals(current.directives());
        boolean same = inputs.equals(current) && !behind(known);
        if (same || !(urgent || settled(now))) {
            return Optional.empty();
        }
        Allocation base = known.raisedTo(
                Math.max(known.epoch(), state.knowledge().memory().floor()));
        return publication(rules.planner().next(base, inputs, state.knowledge().acknowledgements()), changes.granted());
    }

    /** Whether this member would record copies and heirs as the group does, or the group has no data any more. */
    private boolean mayContinue(Allocation known) {
        return rules.agrees(known) || !GroupRules.isAlive(known, view.cards(), Optional.of(me));
    }

    private Optional<Publication> publication(Allocation next, List<OperatorRequest> requests) {
        return Optional.of(new Publication(view.version(), next, requests));
    }

    /** Whether this member remembers a higher epoch than the board's, which the next epoch must exceed. */
    private boolean behind(Allocation known) {
        return known.epoch() < state.knowledge().memory().floor();
    }

    private boolean isLeaving(Allocation known) {
        return state.self().leaving()
                && Holdings.isListed(known, me)
                && view.cardOf(me).filter(card -> !card.state().eligible()).isPresent();
    }

    private boolean settled(long now) {
        return now >= settledAt();
    }

    private long settledAt() {
        boolean onlyGone =
                view.allocation().filter(known -> hasOnlyLost(known.roster())).isPresent();
        return state.knowledge().settleTimer().due(me, rules.timing(), onlyGone);
    }

    /** Whether the eligible members are those of the roster, except that some have no card any more: they were ejected, or left. */
    private boolean hasOnlyLost(Roster roster) {
        Roster eligible = view.eligible();
        return roster.members().stream()
                        .allMatch(member -> contains(eligible, member) || !view.shows(member.incarnation()))
                && eligible.members().stream().allMatch(member -> contains(roster, member));
    }

    private static boolean contains(Roster roster, Member member) {
        return roster.find(member.id()).filter(member::equals).isPresent();
    }

    /** Restores the balance after copies were promoted, once everything is settled. Plans each allocation at most once: most are balanced. */
    static final class Rebalancing {

        /** The last allocation that was found to be balanced when it was settled. */
        private Optional<Version> balanced = Optional.empty();

        Optional<Publication> plan(ProtocolState state, GroupRules rules, long now) {
            if (balanced.equals(state.view().version()) || !PublishStep.mayRebalance(state, rules, now)) {
                return Optional.empty();
            }
            Optional<Publication> publication = PublishStep.rebalanced(state, rules);
            if (publication.isEmpty()) {
                balanced = state.view().version();
            }
            return publication;
        }
    }
}

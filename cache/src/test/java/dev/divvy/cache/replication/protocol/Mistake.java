package dev.divvy.cache.replication.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.protocol.RecentChanges.Item;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Mistakes that are natural to make, planted one at a time: as a wrong rule, or in the surroundings of the replicas. */
public enum Mistake {
    NONE,
    ANSWER_BEFORE_KEPT,
    KEPT_BEFORE_APPLIED,
    READ_SHOWS_UNKEPT,
    PART_FOR_WHOLE,
    SERVE_BEFORE_ALL_HEARD,
    ONE_HEIR_IS_ENOUGH,
    NO_FENCE_AT_COPY,
    GIVES_UP_ON_SLOW_COPY,
    REQUIRED_AFTER_MADE,
    ADOPT_WITHOUT_SEQ,
    TAIL_COUNTS_AT_ONCE,
    ADOPT_SAME_TENURE_ONLY,
    BUILT_WITHOUT_RING,
    TRIMS_WHAT_AN_ADOPTED_ONE_LACKS,
    RELINK_TRUSTS,
    RELINK_WITHOUT_TAIL,
    ANSWERS_OF_AN_OLD_CONNECTION,
    CHANGES_REORDERED,
    TOKEN_CHANGES_ITS_CONNECTION,
    NEW_OWNER_NOT_HEARD,
    COPY_BY_ID,
    EJECTED_KEEPS_COPY,
    HEIRS_FORGOTTEN,
    PRUNE_UNSETTLED,
    UNLISTED_BEFORE_FORGOTTEN,
    HEIR_DROPS_EARLY,
    DROPS_BY_AN_OLD_SIGHTING,
    RELEASE_DROPS_AT_ONCE,
    FORGET_BEFORE_COPIES_ARE_WHOLE,
    FORGETS_WITH_FEWER_COPIES,
    FORGET_WHEN_ALONE,
    FORGET_WITHOUT_LEASE,
    NO_LEASE_FOR_READS,
    ACK_BEFORE_CLOSED,
    RELEASED_BEFORE_CLOSED,
    TTL_BY_WALL_CLOCK,
    EVICTION_AS_LOSS;

    public ReplicationRules rules(int backups) {
        return new Planted(this, backups);
    }

    /** The rules with one of them wrong. */
    private static final class Planted extends ReplicationRules {

        private final Mistake mistake;
        private final int backups;

        private Planted(Mistake mistake, int backups) {
            super(backups);
            this.mistake = mistake;
            this.backups = backups;
        }

        private boolean is(Mistake other) {
            return mistake == other;
        }

        @Override
        boolean isFenced(long tenure, long promised) {
            return !is(NO_FENCE_AT_COPY) && super.isFenced(tenure, promised);
        }

        @Override
        boolean isReplaced(long conversation, long current) {
            return !is(ANSWERS_OF_AN_OLD_CONNECTION)
                    && !is(NO_FENCE_AT_COPY)
                    && super.isReplaced(conversation, current);
        }

        @Override
        boolean areHeard(Collection<RemoteReplica> listed) {
            if (is(SERVE_BEFORE_ALL_HEARD)) {
                return true;
            }
            if (is(ONE_HEIR_IS_ENOUGH)) {
                return listed.isEmpty()
                        || listed.stream()
                                .anyMatch(remote ->
                                        remote.state != RemoteState.UNKNOWN && remote.state != RemoteState.ASKED);
            }
            return super.areHeard(listed);
        }

        @Override
        boolean mayBeTakenOver(DataState state) {
            return super.mayBeTakenOver(state) || (is(PART_FOR_WHOLE) && state == DataState.PARTIAL);
        }

        @Override
        <C> Optional<List<Item<C>>> missingChanges(
                Position position, Position current, TakeoverHistory history, RecentChanges<C> recent) {
            if (is(ADOPT_WITHOUT_SEQ)) {
                return Optional.of(List.of());
            }
            if ((is(ADOPT_SAME_TENURE_ONLY) && position.tenure() != current.tenure())
                    || (is(RELINK_WITHOUT_TAIL) && !position.equals(current))) {
                return Optional.empty();
            }
            return super.missingChanges(position, current, history, recent);
        }

        @Override
        long keptByAdopted() {
            return is(TAIL_COUNTS_AT_ONCE) || is(ADOPT_WITHOUT_SEQ) ? 0 : super.keptByAdopted();
        }

        @Override
        boolean isUpToDate(Position position, Position current) {
            return is(RELINK_TRUSTS) || super.isUpToDate(position, current);
        }

        @Override
        List<Incarnation> listed(TokenView view, Map<Incarnation, RemoteReplica> others, Incarnation self) {
            if (is(NEW_OWNER_NOT_HEARD)) {
                TokenView ownerless = new TokenView(
                        view.epoch(),
                        Optional.empty(),
                        view.since(),
                        view.copies(),
                        view.heirs(),
                        view.releasing(),
                        view.hadOwner(),
                        view.presence());
                return super.listed(ownerless, others, self);
            }
            return super.listed(view, others, self);
        }

        @Override
        long confirmedChanges(Collection<RemoteReplica> listed) {
            return is(ANSWER_BEFORE_KEPT) ? Long.MAX_VALUE : super.confirmedChanges(listed);
        }

        @Override
        RemoteState whenCopied() {
            return is(REQUIRED_AFTER_MADE) ? RemoteState.BUILDING : super.whenCopied();
        }

        @Override
        boolean mayForgetHeirs(TokenView view, Map<Incarnation, RemoteReplica> others) {
            if (is(FORGET_BEFORE_COPIES_ARE_WHOLE)) {
                return true;
            }
            if (is(FORGETS_WITH_FEWER_COPIES)) {
                return !view.copies().isEmpty() && areConfirmed(view, others);
            }
            if (is(FORGET_WHEN_ALONE) && backups > 0 && view.copies().isEmpty()) {
                return true;
            }
            return super.mayForgetHeirs(view, others);
        }

        @Override
        boolean maySendForget(boolean leased) {
            return is(FORGET_WITHOUT_LEASE) || super.maySendForget(leased);
        }

        @Override
        boolean mayTakeOver(boolean ownsTenure, boolean leased) {
            return super.mayTakeOver(ownsTenure, leased || is(FORGET_WITHOUT_LEASE));
        }

        @Override
        boolean keepsAfterRelease() {
            return !is(RELEASE_DROPS_AT_ONCE);
        }

        @Override
        boolean mayDrop(TokenView view, Incarnation self, long obeyed) {
            if (is(HEIR_DROPS_EARLY)) {
                return !view.isOwner(self) && !view.copies().contains(self);
            }
            return super.mayDrop(view, self, is(DROPS_BY_AN_OLD_SIGHTING) ? 0 : obeyed);
        }

        @Override
        Position trimmedTo(RecentChanges<?> recent, Position current) {
            return is(TRIMS_WHAT_AN_ADOPTED_ONE_LACKS) ? current : super.trimmedTo(recent, current);
        }

        @Override
        boolean mayBeAdopted(DataState state, Position position, Position from) {
            return is(ADOPT_WITHOUT_SEQ) ? state == DataState.COMPLETE : super.mayBeAdopted(state, position, from);
        }

        @Override
        boolean fits(DataState state, Position position, long tenure, long sequence) {
            if (is(NO_FENCE_AT_COPY)) {
                return state != DataState.NONE;
            }
            if (is(CHANGES_REORDERED)) {
                return state == DataState.COMPLETE && position.tenure() == tenure;
            }
            return super.fits(state, position, tenure, sequence);
        }

        @Override
        <C> RecentChanges.Tail<C> recentChangesOfCopy(RecentChanges<C> recent, Position current) {
            return is(BUILT_WITHOUT_RING)
                    ? RecentChanges.Tail.emptyAt(current)
                    : super.recentChangesOfCopy(recent, current);
        }
    }
}

package dev.divvy.console.feed;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Units;
import dev.divvy.console.view.EpochView;
import dev.divvy.console.view.OwnerRuns;
import dev.divvy.console.view.RuleView;
import dev.divvy.coordination.status.GroupStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last allocations of one group, with the time at which each was first seen. Used by one thread at a time. */
public final class EpochLog {

    private static final int MOST = 64;

    /**
     * An allocation that was seen.
     *
     * @param allocation shares with the others all parts that did not change
     * @param summary of this epoch, and of those before it that were not seen
     * @param handoverMillis null while the handover goes on, and for the first allocation, whose beginning was not seen
     */
    private record Seen(
            Allocation allocation,
            long at,
            EpochSummary summary,
            List<RuleView> rules,
            boolean first,
            @Nullable Long handoverMillis) {

        Seen handedOverAt(long now) {
            return new Seen(allocation, at, summary, rules, first, now - at);
        }
    }

    private final Deque<Seen> seen = new ArrayDeque<>();

    /** Records the allocation of this status; returns the epoch to send when there is a new one, or when a handover has ended. */
    public Optional<EpochView> see(GroupStatus status, long now) {
        Optional<Allocation> current = status.allocation();
        if (current.isEmpty()) {
            return Optional.empty();
        }
        Seen last = seen.peekLast();
        if (last != null && last.allocation.version().equals(current.get().version())) {
            return last.handoverMillis == null && !last.first && isHandedOver(status)
                    ? ended(last, now)
                    : Optional.empty();
        }
        if (last != null
                && !last.allocation
                        .version()
                        .lineage()
                        .equals(current.get().version().lineage())) {
            seen.clear();
            last = null;
        }
        Seen next = next(last, current.get(), now);
        if (seen.size() == MOST) {
            seen.removeFirst();
        }
        seen.addLast(next);
        return Optional.of(view(last, next));
    }

    private static boolean isHandedOver(GroupStatus status) {
        return status.self().id().isEmpty() ? status.boardCalm() : status.calm();
    }

    private Optional<EpochView> ended(Seen last, long now) {
        seen.removeLast();
        Seen before = seen.peekLast();
        Seen ended = last.handedOverAt(now);
        seen.addLast(ended);
        return Optional.of(view(before, ended));
    }

    private static Seen next(@Nullable Seen last, Allocation allocation, long now) {
        List<RuleView> rules = last == null ? List.of() : RuleComparison.of(last.allocation, allocation);
        long after = last == null ? allocation.epoch() - 1 : last.allocation.epoch();
        return new Seen(allocation, now, summary(allocation, after), rules, last == null, null);
    }

    /** Returns the sum of the epochs after this one. */
    private static EpochSummary summary(Allocation allocation, long after) {
        int moved = 0;
        int fewest = 0;
        List<String> causes = new ArrayList<>();
        for (EpochSummary epoch : allocation.history()) {
            if (epoch.epoch() > after) {
                moved += epoch.moved();
                fewest += epoch.bound();
                causes.addAll(epoch.causes());
            }
        }
        List<String> some = causes.subList(0, Math.min(causes.size(), EpochSummary.MOST_CAUSES));
        return new EpochSummary(allocation.epoch(), allocation.roster().size(), moved, fewest, some);
    }

    /** Returns all epochs, the oldest first: the first with all owners, the others with the differences. */
    public List<EpochView> epochs() {
        List<EpochView> views = new ArrayList<>();
        Seen before = null;
        for (Seen epoch : seen) {
            views.add(view(before, epoch));
            before = epoch;
        }
        return views;
    }

    private static EpochView view(@Nullable Seen before, Seen epoch) {
        Allocation allocation = epoch.allocation;
        List<Integer> moves = before != null && before.allocation.pieces().equals(allocation.pieces())
                ? OwnerRuns.moves(before.allocation, allocation)
                : null;
        return new EpochView(
                allocation.epoch(),
                epoch.at,
                epoch.summary.causes(),
                epoch.summary.moved(),
                epoch.summary.bound(),
                allocation.roster().members().stream().map(Member::id).toList(),
                allocation.directives().applyTo(allocation.roster()).members().stream()
                        .map(Member::weight)
                        .toList(),
                moves == null && allocation.pieces() instanceof Units units ? units.names() : null,
                moves == null ? OwnerRuns.owners(allocation) : null,
                moves,
                epoch.handoverMillis,
                epoch.rules);
    }
}

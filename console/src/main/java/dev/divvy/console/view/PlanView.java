package dev.divvy.console.view;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.plan.Acknowledgements;
import dev.divvy.allocation.plan.Change;
import dev.divvy.allocation.plan.Plan;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.status.GroupStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The moves that changes would cause: the object at {@code /api/plan}, and what {@code divvy plan --json} prints.
 *
 * @param changes in words
 * @param epoch the epoch that was planned from; null before the first allocation, when nothing moves
 * @param divides {@code tokens} or {@code units}; null before the first allocation
 * @param pieces the number of tokens or units
 * @param moved how many would change owner
 * @param fewest how many would have to, at least
 * @param moves by former and next owner
 * @param members the members afterwards
 * @param runs the pieces that would move, in the form of {@link EpochView#moves}
 */
public record PlanView(
        String group,
        List<String> changes,
        @Nullable Long epoch,
        @Nullable String divides,
        int pieces,
        int moved,
        int fewest,
        List<Moved> moves,
        List<String> members,
        List<Integer> runs) {

    /**
     * Pieces that would go the same way.
     *
     * @param from null when they have no owner
     * @param to null when they would have no owner
     */
    public record Moved(@Nullable String from, @Nullable String to, int pieces) {}

    public PlanView {
        changes = List.copyOf(changes);
        moves = List.copyOf(moves);
        members = List.copyOf(members);
        runs = List.copyOf(runs);
    }

    /**
     * Plans the changes as the group would, with the default allocator and as many copies as there are: a board does not record which
     * allocator its group has.
     *
     * @throws IllegalArgumentException when a change is not possible after those before it
     */
    public static PlanView of(GroupStatus status, List<Change> changes) {
        String kind = status.pieces() instanceof Tokens ? "token" : "unit";
        List<String> words = changes.stream().map(change -> words(change, kind)).toList();
        Optional<Allocation> now = status.allocation();
        if (now.isEmpty()) {
            return new PlanView(status.group(), words, null, null, 0, 0, 0, List.of(), List.of(), List.of());
        }
        Plan plan = Group.of(status.group(), status.pieces())
                .withReplication(now.get().replication())
                .planner()
                .plan(now.get(), changes);
        Allocation before = Planner.renumbered(now.get(), plan.after().pieces(), Acknowledgements.NONE);
        return new PlanView(
                status.group(),
                words,
                now.get().epoch(),
                kind + "s",
                status.pieces().count(),
                plan.summary().moved(),
                plan.summary().bound(),
                moves(plan),
                plan.after().roster().members().stream().map(Member::id).toList(),
                OwnerRuns.moves(before, plan.after()));
    }

    private static String words(Change change, String kind) {
        if (change instanceof Change.Leave leave) {
            return leave.member() + " left";
        }
        if (change instanceof Change.Join join) {
            return join.member().id() + " joined";
        }
        if (change instanceof Change.Weigh weigh) {
            return weigh.member() + " had weight " + weigh.weight();
        }
        if (change instanceof Change.Pin pin) {
            return kind + " " + pin.piece() + " was pinned to " + pin.member();
        }
        return change.toString();
    }

    private static List<Moved> moves(Plan plan) {
        Map<String, Moved> sums = new TreeMap<>();
        plan.moves().forEach(move -> {
            String from = move.from().orElse(null);
            String to = move.to().orElse(null);
            sums.merge(
                    move.from() + " " + move.to(),
                    new Moved(from, to, move.count()),
                    (sum, more) -> new Moved(from, to, sum.pieces + more.pieces));
        });
        return List.copyOf(sums.values());
    }
}

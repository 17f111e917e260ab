package dev.divvy.cli.group;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.plan.Plan;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.status.GroupStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What changes would move, as {@code divvy plan --json} prints it. Its components are the fields.
 *
 * @param changes in words
 * @param epoch the one that it was planned from; null before anything was divided, when nothing moves
 * @param divides {@code tokens} or {@code units}; null before anything was divided
 * @param pieces how many of them there are
 * @param moved how many would change owner
 * @param fewest how many would have to, at least
 * @param moves by former and next owner
 */
record PlanReport(
        String group,
        List<String> changes,
        @Nullable Long epoch,
        @Nullable String divides,
        int pieces,
        int moved,
        int fewest,
        List<Moved> moves) {

    /**
     * Pieces that would go the same way.
     *
     * @param from null when they have no owner
     * @param to null when they would have no owner
     */
    record Moved(@Nullable String from, @Nullable String to, int pieces) {

        private String line() {
            return pieces + " from " + (from == null ? "nobody" : from) + " to " + (to == null ? "nobody" : to);
        }
    }

    /**
     * Plans the changes as the group would. A board does not say which allocator and how many copies its group has: the usual one, and as
     * many as there are.
     *
     * @throws IllegalArgumentException when a change makes no sense after those before it
     */
    static PlanReport of(GroupStatus status, PlannedChanges changes) {
        Optional<Allocation> now = status.allocation();
        if (now.isEmpty()) {
            return new PlanReport(status.group(), changes.inWords("piece"), null, null, 0, 0, 0, List.of());
        }
        int copies = now.get().holders().copies().depth();
        Plan plan = Group.of(status.group(), status.pieces())
                .withCopies(copies)
                .planner()
                .plan(now.get(), changes.changes());
        String kind = PieceNames.kind(status.pieces());
        return new PlanReport(
                status.group(),
                changes.inWords(kind),
                now.get().epoch(),
                kind + "s",
                status.pieces().count(),
                plan.summary().moved(),
                plan.summary().bound(),
                moves(plan));
    }

    private static List<Moved> moves(Plan plan) {
        Map<String, Moved> sums = new TreeMap<>();
        plan.moves().forEach(move -> {
            String from = move.from().orElse(null);
            String to = move.to().orElse(null);
            sums.merge(
                    move.from() + " " + move.to(),
                    new Moved(from, to, move.count()),
                    (one, other) -> new Moved(from, to, one.pieces + other.pieces));
        });
        return List.copyOf(sums.values());
    }

    List<String> lines() {
        if (divides == null) {
            return List.of("nothing is divided yet");
        }
        List<String> lines = new ArrayList<>();
        lines.add("if " + PlannedChanges.listed(changes) + ", " + moved + " of " + pieces + " "
                + (pieces == 1 ? divides.replaceFirst("s$", "") : divides) + " would move, the fewest possible is "
                + fewest);
        moves.forEach(move -> lines.add(move.line()));
        return lines;
    }
}

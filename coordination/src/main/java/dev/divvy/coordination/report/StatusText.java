package dev.divvy.coordination.report;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Move;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.plan.Change;
import dev.divvy.allocation.plan.Explanation;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** What people are told of a group, in lines: the same whoever tells it, a member or one who looks at the board. Functions of values. */
public final class StatusText {

    private static final List<String> NOTHING = List.of("nothing is divided yet");
    private static final int SOME = 10;

    private StatusText() {}

    /** How a group stands, as one sees it who looks at its board. */
    public static List<String> status(GroupStatus status) {
        return status(status, status.settled(), MemberStatus::address);
    }

    /**
     * How a group stands.
     *
     * @param calm whether who tells it has nothing left to do either
     * @param place where a member is, as people call it; may be empty
     */
    public static List<String> status(GroupStatus status, boolean calm, Function<MemberStatus, String> place) {
        List<String> lines = new ArrayList<>();
        lines.add("group " + status.group() + ", "
                + status.version()
                        .map(version -> status.pieces() + ", epoch " + version.epoch())
                        .orElse("nothing divided yet")
                + (calm ? ", calm" : ", in motion"));
        for (MemberStatus member : status.members()) {
            String where = place.apply(member);
            lines.add(member.id() + " " + member.state() + (where.isEmpty() ? "" : " at " + where)
                    + (status.version().isEmpty()
                            ? ""
                            : ", " + counted(member.pieces().count(), status)));
        }
        status.motions().forEach(motion -> {
            int count = motion.pieces().count();
            lines.add(counted(count, status)
                    + (count == 1 ? " on its way to " : " on their way to ")
                    + motion.to().orElse("nobody"));
        });
        status.self().trouble().ifPresent(trouble -> lines.add("trouble: " + trouble));
        return lines;
    }

    /** What changed in the last epochs, oldest first. */
    public static List<String> history(GroupStatus status) {
        return status.version().isEmpty()
                ? NOTHING
                : status.history().stream().map(epoch -> line(epoch, status)).toList();
    }

    private static String line(EpochSummary epoch, GroupStatus status) {
        return "epoch " + epoch.epoch() + ": "
                + (epoch.causes().isEmpty() ? "no change of members" : String.join(", ", epoch.causes())) + "; "
                + epoch.members() + (epoch.members() == 1 ? " member, " : " members, ") + counted(epoch.moved(), status)
                + " moved, the fewest possible "
                + epoch.bound();
    }

    /**
     * Who owns a key, and why: the token of the key by the group's own rule, or the unit of this name.
     *
     * @throws IllegalArgumentException when there is no such unit
     */
    public static List<String> why(GroupStatus status, byte[] key) {
        Optional<Allocation> allocation = status.allocation();
        if (allocation.isEmpty()) {
            return NOTHING;
        }
        if (allocation.get().pieces() instanceof Tokens tokens) {
            int token = tokens.tokenOf(key);
            return List.of(
                    "the key is in token " + token,
                    Explanation.why(allocation.get(), token).sentence());
        }
        Units units = (Units) allocation.get().pieces();
        int unit = units.indexOf(new String(key, StandardCharsets.UTF_8));
        if (unit < 0) {
            throw new IllegalArgumentException("there is no unit " + new String(key, StandardCharsets.UTF_8) + " in "
                    + status.group() + "; it has " + shown(units.names()));
        }
        return List.of(Explanation.why(allocation.get(), unit).sentence());
    }

    private static String shown(List<String> names) {
        return names.isEmpty()
                ? "none"
                : String.join(", ", names.subList(0, Math.min(SOME, names.size())))
                        + (names.size() > SOME ? " and " + (names.size() - SOME) + " more" : "");
    }

    /**
     * What would move if a member left.
     *
     * @param planner how the group divides
     * @throws IllegalArgumentException when there is no such member
     */
    public static List<String> planned(GroupStatus status, Planner planner, String leaver) {
        Optional<Allocation> allocation = status.allocation();
        if (allocation.isEmpty()) {
            return NOTHING;
        }
        Map<String, Integer> shares = new TreeMap<>();
        int moved = 0;
        for (Move move :
                planner.plan(allocation.get(), new Change.Leave(leaver)).moves()) {
            moved += move.count();
            shares.merge(move.to().orElse("nobody"), move.count(), Integer::sum);
        }
        Pieces pieces = allocation.get().pieces();
        List<String> lines = new ArrayList<>();
        lines.add("if " + leaver + " left, " + moved + " of " + counted(pieces.count(), status) + " would move");
        shares.forEach((to, count) -> lines.add(count + " to " + to));
        return lines;
    }

    private static String counted(int count, GroupStatus status) {
        return count + (status.pieces() instanceof Tokens ? " token" : " unit") + (count == 1 ? "" : "s");
    }
}

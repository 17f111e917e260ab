package dev.divvy.coordination.report;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.EpochSummary;
import dev.divvy.allocation.Move;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.plan.Change;
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

/** Formats a group's status as lines of text, the same for a member and for an observer of the board. Pure functions. */
public final class StatusText {

    private static final List<String> NO_ALLOCATION = List.of("no allocation yet");
    private static final int MOST_NAMES = 10;

    private StatusText() {}

    /** Returns a group's status as seen by an observer of its board. */
    public static List<String> status(GroupStatus status) {
        return status(status, status.boardCalm(), MemberStatus::address);
    }

    /**
     * Returns a group's status.
     *
     * @param calm whether the group, and the reporting member too, has no change left to complete
     * @param address returns a member's address as people know it; may return an empty string
     */
    public static List<String> status(GroupStatus status, boolean calm, Function<MemberStatus, String> address) {
        List<String> lines = new ArrayList<>();
        lines.add("group " + status.group() + ", "
                + status.version()
                        .map(version -> status.pieces() + ", epoch " + version.epoch())
                        .orElse("no allocation yet")
                + (calm ? ", calm" : ", not calm"));
        for (MemberStatus member : status.members()) {
            String at = address.apply(member);
            lines.add(member.id() + " " + member.state() + (at.isEmpty() ? "" : " at " + at)
                    + (status.version().isEmpty()
                            ? ""
                            : ", " + counted(member.pieces().count(), status)));
        }
        status.handovers()
                .forEach(handover -> lines.add(counted(handover.pieces().count(), status)
                        + handover.to()
                                .map(owner -> " being handed over to " + owner)
                                .orElse(" being released, with no new owner")));
        if (!status.uncovered().isEmpty()) {
            lines.add("without an owner: " + counted(status.uncovered().count(), status) + " (" + status.uncovered()
                    + "), as every member is restricted to others");
        }
        status.self().problem().ifPresent(problem -> lines.add("problem: " + problem));
        return lines;
    }

    /** Returns one line per recent epoch, oldest first. */
    public static List<String> history(GroupStatus status) {
        return status.version().isEmpty()
                ? NO_ALLOCATION
                : status.history().stream().map(epoch -> line(epoch, status)).toList();
    }

    private static String line(EpochSummary epoch, GroupStatus status) {
        return "epoch " + epoch.epoch() + ": "
                + (epoch.causes().isEmpty() ? "no membership change" : String.join(", ", epoch.causes())) + "; "
                + epoch.members() + (epoch.members() == 1 ? " member, " : " members, ") + counted(epoch.moved(), status)
                + " moved (minimum "
                + epoch.bound() + ")";
    }

    /**
     * Explains which member owns a key and why. The key's token is found by the group's own hash rule; in a group of units the key is a
     * unit's name.
     *
     * @throws IllegalArgumentException if there is no such unit
     */
    public static List<String> why(GroupStatus status, byte[] key) {
        Optional<Allocation> allocation = status.allocation();
        if (allocation.isEmpty()) {
            return NO_ALLOCATION;
        }
        if (allocation.get().pieces() instanceof Tokens tokens) {
            int token = tokens.tokenOf(key);
            return List.of("the key is in token " + token, status.why(token).sentence());
        }
        Units units = (Units) allocation.get().pieces();
        int unit = units.indexOf(new String(key, StandardCharsets.UTF_8));
        if (unit < 0) {
            throw new IllegalArgumentException("there is no unit " + new String(key, StandardCharsets.UTF_8)
                    + " in group " + status.group() + "; its units: " + shown(units.names()));
        }
        return List.of(status.why(unit).sentence());
    }

    private static String shown(List<String> names) {
        return names.isEmpty()
                ? "none"
                : String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())))
                        + (names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more" : "");
    }

    /**
     * Returns the moves that would follow if a member left.
     *
     * @param planner the group's planner
     * @throws IllegalArgumentException if there is no such member
     */
    public static List<String> planned(GroupStatus status, Planner planner, String leaver) {
        Optional<Allocation> allocation = status.allocation();
        if (allocation.isEmpty()) {
            return NO_ALLOCATION;
        }
        Map<String, Integer> shares = new TreeMap<>();
        int moved = 0;
        for (Move move :
                planner.plan(allocation.get(), new Change.Leave(leaver)).moves()) {
            moved += move.count();
            shares.merge(
                    move.to().map(owner -> "to " + owner).orElse("left without an owner"), move.count(), Integer::sum);
        }
        Pieces pieces = allocation.get().pieces();
        List<String> lines = new ArrayList<>();
        lines.add("if " + leaver + " left, " + moved + " of " + counted(pieces.count(), status) + " would move");
        shares.forEach((target, count) -> lines.add(count + " " + target));
        return lines;
    }

    private static String counted(int count, GroupStatus status) {
        return count + (status.pieces() instanceof Tokens ? " token" : " unit") + (count == 1 ? "" : "s");
    }
}

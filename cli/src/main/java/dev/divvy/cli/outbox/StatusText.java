package dev.divvy.cli.outbox;

import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Length;
import dev.divvy.outbox.event.Backlog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** A look as people read it. */
public final class StatusText {

    private static final int LONGEST_PIECES = 40;

    private StatusText() {}

    static List<String> of(OutboxSnapshot now, OutboxSnapshot before) {
        Backlog backlog = now.backlog();
        List<String> lines = new ArrayList<>();
        lines.add("backlog   " + Numbers.whole(backlog.pending()) + " waiting"
                + (backlog.retrying() > 0 ? ", " + Numbers.whole(backlog.retrying()) + " of them retrying" : "")
                + backlog.oldest()
                        .map(age -> ", the oldest for " + Length.shown(age))
                        .orElse(""));
        lines.add("aborted   " + Numbers.whole(backlog.aborted()));
        if (backlog.done() > 0) {
            lines.add("kept      " + Numbers.whole(backlog.done()) + " done");
        }
        lines.add("rate      " + rate(now.handledRate(before)) + " handled, " + rate(now.sentRate(before)) + " sent");
        lines.add("");
        if (now.members().isEmpty()) {
            lines.add("members   none: nobody processes events; start one with ./divvy outbox run");
            return lines;
        }
        lines.addAll(members(now.members()));
        return lines;
    }

    /** {@code 19.8/s}; {@code -} where nobody knows. */
    public static String rate(OptionalDouble rate) {
        return rate.isPresent() ? Numbers.shortened(rate.getAsDouble()) + "/s" : "-";
    }

    private static List<String> members(List<Members.One> members) {
        boolean several = members.stream().map(Members.One::group).distinct().count() > 1;
        Columns table = new Columns();
        row(table, several, "group", "member", "state", "pieces", "assigned", "epoch", "expires in");
        for (Members.One member : members) {
            row(
                    table,
                    several,
                    member.group(),
                    member.id(),
                    member.shownState(),
                    pieces(member.pieces()),
                    member.assigned() + "/" + member.total(),
                    Long.toString(member.acknowledged()),
                    expires(member.expiresIn()));
        }
        return table.lines();
    }

    /** The group only where there are several. */
    private static void row(Columns table, boolean withGroup, String... cells) {
        table.row(withGroup ? cells : Arrays.copyOfRange(cells, 1, cells.length));
    }

    /** Ranges, as many as fit. */
    public static String pieces(String ranges) {
        if (ranges.isEmpty()) {
            return "-";
        }
        return ranges.length() <= LONGEST_PIECES ? ranges : ranges.substring(0, LONGEST_PIECES - 3) + "...";
    }

    private static String expires(Duration left) {
        return left.isNegative() ? "since " + Length.shown(left.negated()) : Length.shown(left);
    }
}

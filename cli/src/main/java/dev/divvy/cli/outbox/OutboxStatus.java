package dev.divvy.cli.outbox;

import dev.divvy.cli.options.DurationOption;
import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import dev.divvy.outbox.event.Backlog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of an outbox. Its components are the fields of its JSON.
 *
 * @param oldestSeconds the age of the oldest pending event; null when none is pending
 * @param handledPerSecond the rate of handled events; null when it is not known
 * @param sentPerSecond the rate of sent events; null when it is not known
 * @param warnings the concerns of an operator, each in a sentence
 */
public record OutboxStatus(
        long pending,
        long retrying,
        long aborted,
        long held,
        long done,
        boolean estimated,
        @Nullable Double oldestSeconds,
        @Nullable Double handledPerSecond,
        @Nullable Double sentPerSecond,
        List<Member> members,
        List<String> warnings) {

    private static final int LONGEST_PIECES = 40;

    /**
     * A processor of the group.
     *
     * @param id the name and the incarnation
     * @param silent whether its heartbeat has expired, so that the others take over
     * @param pieces its pieces as ranges
     * @param acknowledged the epoch up to which it has released the pieces that it must release
     * @param expiresInSeconds the time until its heartbeat expires; negative when it is silent
     */
    public record Member(
            String group,
            String id,
            String name,
            String state,
            boolean silent,
            String pieces,
            int assigned,
            int total,
            long acknowledged,
            double expiresInSeconds) {

        public String shownState() {
            return silent ? "silent" : state;
        }

        private String[] cells() {
            return new String[] {
                id,
                shownState(),
                pieces.isEmpty() ? "-" : Columns.cut(pieces, LONGEST_PIECES),
                assigned + "/" + total,
                Long.toString(acknowledged),
                (silent ? "since " : "") + shown(Math.abs(expiresInSeconds))
            };
        }
    }

    /** The JSON for an outbox that could not be read. */
    record Problem(String problem) {}

    public OutboxStatus {
        members = List.copyOf(members);
        warnings = List.copyOf(warnings);
    }

    /** Returns the number of waiting events and the age of the oldest, as text. */
    public String backlog() {
        return shown(pending) + " waiting" + (retrying > 0 ? ", " + shown(retrying) + " of them retrying" : "")
                + (oldestSeconds == null ? "" : ", the oldest for " + shown(oldestSeconds));
    }

    /** Returns the status as text. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("backlog   " + backlog());
        lines.add("aborted   " + shown(aborted));
        if (held > 0) {
            lines.add("held      " + shown(held) + ", whose entities wait; list with ./divvy outbox list");
        }
        if (done > 0) {
            lines.add("kept      " + shown(done) + " done");
        }
        lines.add("rate      " + rate(handledPerSecond) + " handled, " + rate(sentPerSecond) + " sent");
        warnings.forEach(warning -> lines.add("warning   " + warning));
        lines.add("");
        if (members.isEmpty()) {
            lines.add("members   none: no process handles events; start one with ./divvy outbox run");
            return lines;
        }
        Columns table = new Columns();
        table.row("member", "state", "pieces", "assigned", "epoch", "expires in");
        members.forEach(member -> table.row(member.cells()));
        lines.addAll(table.lines());
        return lines;
    }

    private String shown(long count) {
        boolean exact = !estimated || count <= Backlog.EXACT_UP_TO;
        return exact ? Numbers.whole(count) : "about " + Numbers.whole(count);
    }

    private static String rate(@Nullable Double rate) {
        return rate == null ? "-" : Numbers.shortened(rate) + "/s";
    }

    private static String shown(double seconds) {
        return DurationOption.shown(Duration.ofMillis(Math.round(seconds * 1e3)));
    }
}

package dev.divvy.cli.up;

import dev.divvy.cli.outbox.Members;
import dev.divvy.cli.outbox.OutboxSnapshot;
import dev.divvy.cli.outbox.StatusText;
import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import dev.divvy.cli.terminal.Length;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** How it stands: as a table that is drawn in place, or as one line. */
final class Picture {

    private final Crew crew;
    private final OutboxSnapshot look;
    private final String totals;

    Picture(Crew crew, OutboxSnapshot look, Duration since, long sent, Pace pace) {
        this.crew = crew;
        this.look = look;
        long handled = crew.handled();
        this.totals =
                since.toSeconds() + " s  sent " + Numbers.whole(sent) + ", handled " + Numbers.whole(handled) + " ("
                        + Numbers.shortened(pace.of(handled)) + "/s), backlog "
                        + Numbers.whole(look.backlog().pending())
                        + look.backlog()
                                .oldest()
                                .map(age -> ", the oldest for " + Length.shown(age))
                                .orElse("");
    }

    List<String> table() {
        Columns columns = new Columns().row("worker", "pid", "state", "pieces", "assigned", "handled", "");
        for (Child child : crew.children()) {
            Optional<Members.One> member = member(child);
            columns.row(
                    child.id(),
                    Long.toString(child.pid()),
                    state(child),
                    member.map(one -> StatusText.pieces(one.pieces())).orElse("-"),
                    member.map(one -> one.assigned() + "/" + one.total()).orElse("-"),
                    Numbers.whole(child.handled()),
                    crew.absence(child)
                            .map(left -> "back in " + (left.toSeconds() + 1) + " s")
                            .orElse(""));
        }
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(totals);
        lines.add("");
        lines.addAll(columns.lines());
        return lines;
    }

    String line() {
        return totals + "; "
                + crew.children().stream()
                        .map(child -> child.id() + " " + state(child)
                                + member(child).map(one -> " " + one.assigned()).orElse(""))
                        .collect(Collectors.joining(", "));
    }

    private String state(Child child) {
        if (!child.isAlive()) {
            return "gone";
        }
        Optional<Members.One> member = member(child);
        member.ifPresent(there -> child.see());
        // One that stands still for long is taken off, and puts itself on again when it goes on.
        return member.map(Members.One::shownState).orElse(child.wasSeen() ? "off the board" : "starting");
    }

    private Optional<Members.One> member(Child child) {
        return look.members().stream()
                .filter(member -> member.name().equals(child.id()))
                .findFirst();
    }
}

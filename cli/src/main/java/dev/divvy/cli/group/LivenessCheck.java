package dev.divvy.cli.group;

import dev.divvy.cli.terminal.Length;
import dev.divvy.cli.terminal.Stop;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.Sighting;
import dev.divvy.coordination.report.StatusBuilder;
import dev.divvy.coordination.report.StatusText;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** How a group stands, and who only seems to be there: a card stays when its member dies, but its beat stands still. */
final class LivenessCheck {

    private static final Duration APART = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private LivenessCheck() {}

    /** Looks until everybody's beat has moved, or for as long as a member may be silent: in a healthy group for one pulse. */
    static List<String> status(String group, BoardReader sight, Stop stop) {
        long began = System.nanoTime();
        Sighting first = sight.look();
        Duration most = patience(first);
        Sighting last = first;
        Duration passed = Duration.ZERO;
        while (!still(first, last).isEmpty() && passed.compareTo(most) < 0 && !stop.await(APART)) {
            last = sight.look();
            passed = Duration.ofNanos(System.nanoTime() - began);
        }
        List<Card> silent = passed.compareTo(most) < 0 ? List.of() : still(first, last);
        GroupStatus status = StatusBuilder.looked(group, last);
        List<String> lines =
                new ArrayList<>(StatusText.status(status, status.settled() && silent.isEmpty(), MemberStatus::address));
        for (Card card : silent) {
            lines.add(card.member().id() + " has not shown itself for " + Length.shown(passed));
        }
        return lines;
    }

    private static Duration patience(Sighting seen) {
        return seen.cards().stream()
                .map(Card::timeToLive)
                .max(Comparator.naturalOrder())
                .filter(longest -> longest.compareTo(LONGEST) < 0)
                .orElse(LONGEST);
    }

    private static List<Card> still(Sighting first, Sighting last) {
        return last.cards().stream()
                .filter(card -> first.cards().stream()
                        .anyMatch(before -> before.life().equals(card.life()) && before.beat() == card.beat()))
                .toList();
    }
}

package dev.divvy.cli.group;

import dev.divvy.cli.terminal.BaseCommand;
import dev.divvy.cli.terminal.DurationOption;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.report.StatusBuilder;
import dev.divvy.coordination.report.StatusText;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code divvy status}: the epoch of a group, its members, and what each owns. */
@Command(name = "status")
public final class StatusCommand extends BaseCommand implements Runnable {

    private static final Duration APART = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    @Mixin
    private final GroupLocation where = new GroupLocation();

    @Override
    public void run() {
        where.board()
                .map(this::status)
                .orElseGet(() -> where.node("DIVVY.STATUS"))
                .forEach(out()::println);
        out().flush();
    }

    /**
     * Looks until the heartbeat of every member has moved, or for as long as a member may be silent: in a healthy group for one
     * heartbeat. The card of a member that died stays on the board, and only its heartbeat tells.
     */
    private List<String> status(BoardReader board) {
        try (board;
                StopSignal stop = StopSignal.onSignals()) {
            long began = System.nanoTime();
            BoardSnapshot first = board.look();
            Duration longest = longestSilence(first);
            BoardSnapshot last = first;
            Duration passed = Duration.ZERO;
            while (!silent(first, last).isEmpty() && passed.compareTo(longest) < 0 && !stop.await(APART)) {
                last = board.look();
                passed = Duration.ofNanos(System.nanoTime() - began);
            }
            List<Card> silent = passed.compareTo(longest) < 0 ? List.of() : silent(first, last);
            GroupStatus status = StatusBuilder.looked(where.name(), last);
            boolean settled = status.settled() && silent.isEmpty();
            List<String> lines = new ArrayList<>(StatusText.status(status, settled, MemberStatus::address));
            for (Card card : silent) {
                lines.add(card.member().id() + " has not shown itself for " + DurationOption.shown(passed));
            }
            return lines;
        }
    }

    private static Duration longestSilence(BoardSnapshot seen) {
        return seen.cards().stream()
                .map(Card::timeToLive)
                .max(Comparator.naturalOrder())
                .filter(longest -> longest.compareTo(LONGEST) < 0)
                .orElse(LONGEST);
    }

    /** Returns the cards whose heartbeat has not moved. */
    private static List<Card> silent(BoardSnapshot first, BoardSnapshot last) {
        return last.cards().stream()
                .filter(card -> first.cards().stream()
                        .anyMatch(before -> before.life().equals(card.life()) && before.beat() == card.beat()))
                .toList();
    }
}

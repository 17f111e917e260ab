package dev.divvy.cli.group;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.cli.terminal.Failure;
import dev.divvy.cli.terminal.ProcessName;
import dev.divvy.cli.terminal.StopSignal;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.OperatorOrder;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Gives an order on a board: joins as a member that is suspended, so that no epoch comes of its joining and leaving, asks, and leaves. It
 * plans as groups usually do; a board does not say which allocator its group has.
 */
final class BoardOperator {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration APART = Duration.ofMillis(50);

    /** Pulses in a time-to-live: one may be lost. */
    private static final int PULSES = 4;

    private BoardOperator() {}

    /**
     * Gives an order, and returns when it is published.
     *
     * @param now the board
     */
    static void give(OperatorOrder order, String name, Board board, BoardSnapshot now, StopSignal stop) {
        Allocation allocation = now.allocation().orElseThrow(() -> Failure.failed("nothing is divided yet"));
        Group group = Group.of(name, allocation.pieces())
                .withReplication(allocation.replication())
                .with(timing(now));
        try (Membership member = group.join(board, new MemberSettings(id()).suspended(true))) {
            CompletableFuture<Void> published = order.giveTo(member.operator());
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (!published.isDone()) {
                if (stop.await(APART)) {
                    throw Failure.failed("stopped before the group took the order");
                }
                if (System.nanoTime() - end > 0) {
                    throw Failure.failed("the group did not take the order within " + PATIENCE.toSeconds() + " s"
                            + member.status()
                                    .self()
                                    .problem()
                                    .map(problem -> ": " + problem)
                                    .orElse("; try again"));
                }
            }
            outcome(published);
        }
    }

    private static void outcome(CompletableFuture<Void> published) {
        try {
            published.join();
        } catch (CompletionException | CancellationException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            throw Failure.failed(String.valueOf(why.getMessage()));
        }
    }

    /** One id per machine, without the number of the process: a board remembers every id for ever. Two orders at once take turns. */
    private static String id() {
        String process = ProcessName.usual();
        String id = "operator-" + process.substring(0, process.lastIndexOf('-'));
        return id.substring(0, Math.min(id.length(), NameRules.LONGEST));
    }

    /** As patient as the most patient member, so that none is taken off sooner than by the others. */
    private static Timing timing(BoardSnapshot now) {
        Duration longest = now.cards().stream()
                .map(Card::timeToLive)
                .max(Comparator.naturalOrder())
                .orElse(Timing.SERVER.timeToLive());
        Duration pulse = longest.dividedBy(PULSES);
        Duration usual = Timing.SERVER.pulse();
        return Timing.of(pulse.compareTo(usual) < 0 ? pulse : usual, longest);
    }
}

package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.ScriptedMember.admitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.board.PushingBoard;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A board that pushes sends a hint for every change that others wait for, but not for every beat. */
interface PushContract extends BoardFixture {

    int BEATS = 100;

    @Test
    default void aJoinCausesAHint() {
        try (CountingListener listener = listen()) {
            requireHint(listener, "a join", () -> admitted(anotherHandle(), "a"));
        }
    }

    @Test
    default void aRemovalCausesAHint() {
        ScriptedMember a = admitted(anotherHandle(), "a");
        try (CountingListener listener = listen()) {
            requireHint(listener, "a removal", () -> anotherHandle().remove(a.incarnation(), 0));
        }
    }

    @Test
    default void aPublicationCausesAHint() {
        ScriptedMember a = admitted(anotherHandle(), "a");
        try (CountingListener listener = listen()) {
            requireHint(
                    listener,
                    "a publication",
                    () -> anotherHandle()
                            .publish(a.incarnation(), Optional.empty(), SampleAllocations.first(a.card())));
        }
    }

    @Test
    default void aSettledEpochCausesAHint() {
        ScriptedMember a = admitted(anotherHandle(), "a");
        assertThat(board().publish(a.incarnation(), Optional.empty(), SampleAllocations.first(a.card())))
                .isTrue();
        try (CountingListener listener = listen()) {
            requireHint(
                    listener,
                    "a settled epoch",
                    () -> a.pulse(a.card().withBeat(1).withSettled(1)));
        }
    }

    @Test
    default void anAcknowledgementCausesAHint() {
        ScriptedMember a = admitted(anotherHandle(), "a");
        assertThat(board().publish(a.incarnation(), Optional.empty(), SampleAllocations.first(a.card())))
                .isTrue();
        try (CountingListener listener = listen()) {
            requireHint(
                    listener,
                    "an acknowledgement",
                    () -> a.pulse(a.card().withBeat(1).withAcknowledged(1)));
        }
    }

    @Test
    default void aChangeOfStateCausesAHint() {
        ScriptedMember a = admitted(anotherHandle(), "a");
        Card running = new Card(a.card().member(), 1, 0, CardState.RUNNING, "");
        try (CountingListener listener = listen()) {
            requireHint(listener, "another state", () -> a.pulse(running));
        }
    }

    /** No hint for a beat can arrive after the hint for the final join. */
    @Test
    default void beatsAloneDoNotCauseAHintEach() {
        ScriptedMember a = admitted(anotherHandle(), "a");
        try (CountingListener listener = listen()) {
            long before = listener.hints();
            for (int beat = 0; beat < BEATS; beat++) {
                a.look();
            }
            requireHint(listener, "a join after many beats", this::joinNewMember);
            assertThat(listener.hints() - before)
                    .as("hints during %d beats", BEATS)
                    .isLessThan(BEATS / 2);
        }
    }

    /** A member that looks only after a hint must find the change: a hint sent before its change would be useless. */
    @Test
    default void aLookAfterAHintFindsTheChange() {
        ScriptedMember a = admitted(anotherHandle(), "a");
        ScriptedMember watcher = admitted(anotherHandle(), "watcher");
        try (CountingListener listener = listen()) {
            long before = listener.hints();
            List<Long> epochs = ConcurrentRequests.run(
                    timeout(),
                    List.of(
                            () -> anotherHandle()
                                            .publish(
                                                    a.incarnation(),
                                                    Optional.empty(),
                                                    SampleAllocations.first(a.card()))
                                    ? 1L
                                    : 0L,
                            () -> epochAfterHints(watcher, listener, before)));
            assertThat(epochs)
                    .as("the epoch published, and the one seen after a hint")
                    .containsExactly(1L, 1L);
        }
    }

    private long epochAfterHints(ScriptedMember watcher, CountingListener listener, long before) {
        long epoch = 0;
        long hints = before;
        long end = System.nanoTime() + hintTimeout().toNanos();
        while (epoch == 0 && System.nanoTime() < end && listener.awaitMoreThan(hints, hintTimeout())) {
            hints = listener.hints();
            epoch = watcher.epoch();
        }
        return epoch;
    }

    @Test
    default void everySubscriberReceivesHints() {
        try (CountingListener first = listen();
                CountingListener second = listen()) {
            long before = first.hints();
            requireHint(second, "a join", this::joinNewMember);
            assertThat(first.awaitMoreThan(before, hintTimeout())).isTrue();
        }
    }

    @Test
    default void aClosedSubscriptionReceivesNoHintsAndMayBeClosedTwice() {
        try (CountingListener closed = listen();
                CountingListener open = listen()) {
            closed.unsubscribe();
            closed.unsubscribe();
            // A hint in transit at the time of closing may still arrive, but not after another hint.
            requireHint(open, "a join", this::joinNewMember);
            long before = closed.hints();
            requireHint(open, "another join", this::joinNewMember);
            requireHint(open, "a third join", this::joinNewMember);
            assertThat(closed.hints()).as("hints after the end").isEqualTo(before);
        }
    }

    /** Returns a listener that has received a hint already, so that hints for earlier changes are not mistaken for the expected one. */
    private CountingListener listen() {
        Board board = board();
        assumeTrue(board instanceof PushingBoard, "this board does not push");
        CountingListener listener = new CountingListener((PushingBoard) board);
        requireHint(listener, "a first join", this::joinNewMember);
        return listener;
    }

    private void joinNewMember() {
        admitted(anotherHandle(), CountingListener.nextMemberId());
    }

    private void requireHint(CountingListener listener, String change, Runnable action) {
        long before = listener.hints();
        action.run();
        assertThat(listener.awaitMoreThan(before, hintTimeout()))
                .as("a hint at %s within %s", change, hintTimeout())
                .isTrue();
    }
}

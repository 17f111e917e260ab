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

/** A board that pushes hints at every change that others wait for, and not at every beat. */
interface PushContract extends BoardFixture {

    int BEATS = 100;

    @Test
    default void aJoinIsHintedAt() {
        try (CountingListener listener = listening()) {
            hinted(listener, "a join", () -> admitted(another(), "a"));
        }
    }

    @Test
    default void aRemovalIsHintedAt() {
        ScriptedMember a = admitted(another(), "a");
        try (CountingListener listener = listening()) {
            hinted(listener, "a removal", () -> another().remove(a.life(), 0));
        }
    }

    @Test
    default void aPublicationIsHintedAt() {
        ScriptedMember a = admitted(another(), "a");
        try (CountingListener listener = listening()) {
            hinted(
                    listener,
                    "a publication",
                    () -> another().publish(a.life(), Optional.empty(), SampleAllocations.first(a.card())));
        }
    }

    @Test
    default void anAcknowledgementIsHintedAt() {
        ScriptedMember a = admitted(another(), "a");
        assertThat(board().publish(a.life(), Optional.empty(), SampleAllocations.first(a.card())))
                .isTrue();
        try (CountingListener listener = listening()) {
            hinted(
                    listener,
                    "an acknowledgement",
                    () -> a.post(a.card().withBeat(1).withAcknowledged(1)));
        }
    }

    @Test
    default void anotherStateIsHintedAt() {
        ScriptedMember a = admitted(another(), "a");
        Card running = new Card(a.card().member(), 1, 0, CardState.RUNNING, "");
        try (CountingListener listener = listening()) {
            hinted(listener, "another state", () -> a.post(running));
        }
    }

    /** The join at the end is the mark behind which no hint at the beats is still to come. */
    @Test
    default void mereBeatsAreNotHintedAtOneByOne() {
        ScriptedMember a = admitted(another(), "a");
        try (CountingListener listener = listening()) {
            long before = listener.heard();
            for (int beat = 0; beat < BEATS; beat++) {
                a.look();
            }
            hinted(listener, "a join after many beats", this::ring);
            assertThat(listener.heard() - before)
                    .as("hints during %d beats", BEATS)
                    .isLessThan(BEATS / 2);
        }
    }

    /** Who looks only when there is a hint must find the change: a hint that came before its change would be useless. */
    @Test
    default void aLookAfterTheHintFindsTheChange() {
        ScriptedMember a = admitted(another(), "a");
        ScriptedMember watcher = admitted(another(), "watcher");
        try (CountingListener listener = listening()) {
            long before = listener.heard();
            List<Long> epochs = ConcurrentRequests.run(
                    patience(),
                    List.of(
                            () -> another().publish(a.life(), Optional.empty(), SampleAllocations.first(a.card()))
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
        long heard = before;
        long end = System.nanoTime() + soon().toNanos();
        while (epoch == 0 && System.nanoTime() < end && listener.hearsMoreThan(heard, soon())) {
            heard = listener.heard();
            epoch = watcher.epoch();
        }
        return epoch;
    }

    @Test
    default void everySubscriberIsTold() {
        try (CountingListener one = listening();
                CountingListener other = listening()) {
            long before = one.heard();
            hinted(other, "a join", this::ring);
            assertThat(one.hearsMoreThan(before, soon())).isTrue();
        }
    }

    @Test
    default void aClosedSubscriptionIsNotToldAndMayBeClosedTwice() {
        try (CountingListener closed = listening();
                CountingListener open = listening()) {
            closed.end();
            closed.end();
            // What was on its way at the end may still come: not behind another hint.
            hinted(open, "a join", this::ring);
            long before = closed.heard();
            hinted(open, "another join", this::ring);
            hinted(open, "a third join", this::ring);
            assertThat(closed.heard()).as("hints after the end").isEqualTo(before);
        }
    }

    /** Returns a listener that has heard a hint already, so that none of what was done before it is taken for an answer. */
    private CountingListener listening() {
        Board board = board();
        assumeTrue(board instanceof PushingBoard, "this board does not push");
        CountingListener listener = new CountingListener((PushingBoard) board);
        hinted(listener, "a first join", this::ring);
        return listener;
    }

    private void ring() {
        admitted(another(), CountingListener.nextBell());
    }

    private void hinted(CountingListener listener, String what, Runnable act) {
        long before = listener.heard();
        act.run();
        assertThat(listener.hearsMoreThan(before, soon()))
                .as("a hint at %s within %s", what, soon())
                .isTrue();
    }
}

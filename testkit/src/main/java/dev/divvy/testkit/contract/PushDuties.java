package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.Visitor.admitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.coordination.board.PushingBoard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A board that pushes hints at every change that others wait for, and not at every beat. */
abstract class PushDuties extends GroupDuties {

    private static final int BEATS = 100;

    private final List<Subscription> subscriptions = new ArrayList<>();
    private int bells;

    @AfterEach
    final void endSubscriptions() {
        subscriptions.forEach(Subscription::close);
    }

    @Test
    void aJoinIsHintedAt() {
        Ear ear = listening();
        hinted(ear, "a join", () -> admitted(another(), "a"));
    }

    @Test
    void aRemovalIsHintedAt() {
        Visitor a = admitted(another(), "a");
        Ear ear = listening();
        hinted(ear, "a removal", () -> another().remove(a.life(), 0));
    }

    @Test
    void aPublicationIsHintedAt() {
        Visitor a = admitted(another(), "a");
        Ear ear = listening();
        hinted(ear, "a publication", () -> another().publish(a.life(), Optional.empty(), Plans.first(a.card())));
    }

    @Test
    void anAcknowledgementIsHintedAt() {
        Visitor a = admitted(another(), "a");
        assertThat(board().publish(a.life(), Optional.empty(), Plans.first(a.card())))
                .isTrue();
        Ear ear = listening();
        hinted(ear, "an acknowledgement", () -> a.post(a.card().withBeat(1).withAcknowledged(1)));
    }

    @Test
    void anotherStateIsHintedAt() {
        Visitor a = admitted(another(), "a");
        Card running = new Card(a.card().member(), 1, 0, CardState.RUNNING, "");
        Ear ear = listening();
        hinted(ear, "another state", () -> a.post(running));
    }

    /** The join at the end is the mark behind which no hint at the beats is still to come. */
    @Test
    void mereBeatsAreNotHintedAtOneByOne() {
        Visitor a = admitted(another(), "a");
        Ear ear = listening();
        long before = ear.heard();
        for (int beat = 0; beat < BEATS; beat++) {
            a.look();
        }
        hinted(ear, "a join after many beats", this::ring);
        assertThat(ear.heard() - before).as("hints during %d beats", BEATS).isLessThan(BEATS / 2);
    }

    /** Who looks only when there is a hint must find the change: a hint that came before its change would be useless. */
    @Test
    void aLookAfterTheHintFindsTheChange() {
        Visitor a = admitted(another(), "a");
        Visitor watcher = admitted(another(), "watcher");
        Ear ear = listening();
        long before = ear.heard();
        List<Long> epochs = Race.run(
                patience(),
                List.of(
                        () -> another().publish(a.life(), Optional.empty(), Plans.first(a.card())) ? 1L : 0L,
                        () -> epochAfterHints(watcher, ear, before)));
        assertThat(epochs)
                .as("the epoch published, and the one seen after a hint")
                .containsExactly(1L, 1L);
    }

    private long epochAfterHints(Visitor watcher, Ear ear, long before) {
        long epoch = 0;
        long heard = before;
        long end = System.nanoTime() + soon().toNanos();
        while (epoch == 0 && System.nanoTime() < end && ear.hearsMoreThan(heard, soon())) {
            heard = ear.heard();
            epoch = watcher.epoch();
        }
        return epoch;
    }

    @Test
    void everySubscriberIsTold() {
        Ear one = listening();
        Ear other = listening();
        long before = one.heard();
        hinted(other, "a join", this::ring);
        assertThat(one.hearsMoreThan(before, soon())).isTrue();
    }

    @Test
    void aClosedSubscriptionIsNotToldAndMayBeClosedTwice() {
        Ear closed = listening();
        Ear open = listening();
        Subscription first = subscriptions.get(0);
        first.close();
        first.close();
        // What was on its way at the end may still come: not behind another hint.
        hinted(open, "a join", this::ring);
        long before = closed.heard();
        hinted(open, "another join", this::ring);
        hinted(open, "a third join", this::ring);
        assertThat(closed.heard()).as("hints after the end").isEqualTo(before);
    }

    /** An ear that has heard a hint already, so that none of what was done before it is taken for an answer. */
    private Ear listening() {
        Board board = board();
        assumeTrue(board instanceof PushingBoard, "this board does not push");
        Ear ear = new Ear();
        subscriptions.add(((PushingBoard) board).onChange(ear));
        hinted(ear, "a first join", this::ring);
        return ear;
    }

    private void ring() {
        admitted(another(), "bell-" + ++bells);
    }

    private void hinted(Ear ear, String what, Runnable act) {
        long before = ear.heard();
        act.run();
        assertThat(ear.hearsMoreThan(before, soon()))
                .as("a hint at %s within %s", what, soon())
                .isTrue();
    }
}

package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.ScriptedMember.admitted;
import static dev.divvy.testkit.contract.ScriptedMember.card;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One of several racing requests wins, and all members see the same winner. */
interface RaceContract extends BoardFixture {

    int EPOCHS = 5;
    int ROUNDS = 40;
    long SEED = 20260101;

    @Test
    default void oneOfManyRacingPublishersWinsEachEpoch() {
        List<Board> handles = ConcurrentRequests.handles(this);
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        List<Card> cards = IntStream.range(0, handles.size())
                .mapToObj(i -> admitted(handles.get(i), "publisher-" + i).card())
                .toList();
        Optional<Allocation> current = Optional.empty();
        for (int epoch = 1; epoch <= EPOCHS; epoch++) {
            List<Allocation> plans = differentPlans(current, cards);
            Optional<Version> basis = current.map(Allocation::version);
            List<Boolean> won = race(i ->
                    handle(handles, i).publish(cards.get(i % cards.size()).incarnation(), basis, plans.get(i)));
            assertThat(won).as("winners of epoch %d", epoch).containsOnlyOnce(true);
            current = Optional.of(plans.get(won.indexOf(true)));
            assertThat(observer.look().allocation())
                    .as("the allocation of the winner of epoch %d", epoch)
                    .isEqualTo(current);
        }
    }

    /** All plans differ, so that the stored one identifies its publisher. */
    private List<Allocation> differentPlans(Optional<Allocation> before, List<Card> cards) {
        Allocation base = before.orElseGet(() -> SampleAllocations.first(cards.get(0)));
        return IntStream.range(0, racers())
                .mapToObj(i -> SampleAllocations.next(base, base.directives().weigh("racer", i), cards))
                .toList();
    }

    @Test
    default void oneOfManyRacingIncarnationsOfAMemberIsAdmitted() {
        List<Board> handles = ConcurrentRequests.handles(this);
        List<Admission> replies = race(i -> handle(handles, i).join(card("a", i + 1)));
        assertThat(replies).containsOnlyOnce(new Admission.Admitted());
        Card winner = card("a", replies.indexOf(new Admission.Admitted()) + 1);
        assertThat(replies)
                .filteredOn(reply -> !(reply instanceof Admission.Admitted))
                .containsOnly(new Admission.Occupied(winner));
        assertThat(admitted(anotherHandle(), "observer").cardOf("a")).contains(winner);
    }

    @Test
    default void anIncarnationIsAdmittedOnceHoweverItsRequestsRace() {
        List<Board> handles = ConcurrentRequests.handles(this);
        Card card = card("a", 1);
        List<Boolean> admitted = race(i -> {
            Board board = handle(handles, i);
            if (i % 3 == 2) {
                board.remove(card.incarnation(), 0);
                return false;
            }
            return board.join(card) instanceof Admission.Admitted;
        });
        assertThat(admitted).containsOnlyOnce(true);
    }

    @Test
    default void eitherThePulseOrTheRemovalWins() {
        List<Board> handles = ConcurrentRequests.handles(this);
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        for (int round = 1; round <= ROUNDS; round++) {
            Card card = card("a", round);
            admitted(handles.get(0), card);
            List<Boolean> done = ConcurrentRequests.run(
                    timeout(),
                    List.of(
                            () -> handles.get(1)
                                    .pulse(card.withBeat(1), Optional.empty())
                                    .isPresent(),
                            () -> handles.get(2).remove(card.incarnation(), 0)));
            boolean pulsed = done.get(0);
            assertThat(done.get(1)).as("removed, in round %d", round).isEqualTo(!pulsed);
            assertThat(observer.cardOf("a"))
                    .as("the card, in round %d", round)
                    .isEqualTo(pulsed ? Optional.of(card.withBeat(1)) : Optional.empty());
            assertThat(handles.get(0).remove(card.incarnation(), 1)).isTrue();
        }
    }

    @Test
    default void theNewestOfRacingPulsesWins() {
        List<Board> handles = ConcurrentRequests.handles(this);
        ScriptedMember a = admitted(anotherHandle(), "a");
        assertThat(board().publish(a.incarnation(), Optional.empty(), SampleAllocations.first(racers(), a.card())))
                .isTrue();
        List<Card> cards = new ArrayList<>(IntStream.rangeClosed(1, racers())
                .mapToObj(beat -> new Card(
                        a.card().member().withWeight(beat), beat, beat, a.card().state(), "at " + beat))
                .toList());
        Card newest = cards.get(cards.size() - 1);
        Collections.shuffle(cards, new Random(SEED));
        List<Optional<BoardSnapshot>> replies = race(i -> handle(handles, i).pulse(cards.get(i), Optional.empty()));
        assertThat(replies).as("seed %d", SEED).allMatch(Optional::isPresent);
        assertThat(admitted(anotherHandle(), "observer").cardOf("a"))
                .as("seed %d", SEED)
                .contains(newest);
    }

    @Test
    default void aPublisherWhoseCardWasRemovedChangesNothing() {
        ScriptedMember observer = admitted(anotherHandle(), "observer");
        Board board = anotherHandle();
        for (int round = 1; round <= ROUNDS / 4; round++) {
            ScriptedMember publisher = admitted(board, card("publisher", round));
            Incarnation incarnation = publisher.incarnation();
            Optional<Allocation> before = publisher.look().allocation();
            RepeatingPublisher repeating = new RepeatingPublisher(board, publisher.card(), before);
            List<Optional<Version>> seen =
                    ConcurrentRequests.run(timeout(), List.of(repeating::publishUntilStopped, () -> {
                        try {
                            repeating.awaitFirstFew();
                            assertThat(board().remove(incarnation, 1)).isTrue();
                            return observer.look().version();
                        } finally {
                            repeating.stop();
                        }
                    }));
            assertThat(observer.look().version())
                    .as("the version after the publisher was removed, in round %d", round)
                    .isEqualTo(seen.get(1));
        }
    }

    private <T> List<T> race(IntFunction<T> request) {
        return ConcurrentRequests.run(
                timeout(),
                IntStream.range(0, racers())
                        .mapToObj(i -> (Callable<T>) () -> request.apply(i))
                        .toList());
    }

    private static Board handle(List<Board> handles, int racer) {
        return handles.get(racer % handles.size());
    }
}

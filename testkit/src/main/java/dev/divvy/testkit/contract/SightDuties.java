package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.Visitor.admitted;
import static dev.divvy.testkit.contract.Visitor.card;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.Sighting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What is seen while others write: never less than was answered, and never cards of an earlier moment than the allocation. */
abstract class SightDuties extends RaceDuties {

    private static final int EPOCHS = 60;

    /** How many epochs were answered as published. Written by the writing thread only. */
    private volatile long answered;

    private volatile boolean written;

    /**
     * Cards read first would lack one who joined before the allocation that names it: a reader would take it for gone, and not wait
     * for it. Here the card of x3 is there before epoch 3 and nobody ever goes, so epoch 3 without x3 shows that mistake.
     */
    @Test
    void theCardsOfASightingAreNeverOlderThanItsAllocation() {
        whileEpochsArePublished((before, seen) -> {
            long epoch = Visitor.epoch(seen);
            assertThat(seen.cards().stream().map(card -> card.member().id()))
                    .as("the cards beside epoch %d", epoch)
                    .contains(epoch == 0 ? "writer" : "x" + epoch);
        });
    }

    @Test
    void whatWasAnsweredAsPublishedIsSeenByEveryoneFromThenOn() {
        whileEpochsArePublished((before, seen) -> assertThat(Visitor.epoch(seen))
                .as("the epoch seen after %d was published", before)
                .isGreaterThanOrEqualTo(before));
    }

    @Test
    void whoJoinedIsSeenByEveryoneFromThenOn() {
        whileEpochsArePublished((before, seen) -> assertThat(
                        seen.cards().stream().map(card -> card.member().id()))
                .as("the cards seen after epoch %d was published", before)
                .contains(before == 0 ? "writer" : "x" + before));
    }

    @Test
    void aLookWithoutACardShowsAllThatWasAnsweredAndNoOlderCards() {
        whileEpochsArePublished(reader -> reader.board().look(), (before, seen) -> {
            long epoch = Visitor.epoch(seen);
            assertThat(epoch)
                    .as("the epoch seen after %d was published", before)
                    .isGreaterThanOrEqualTo(before);
            assertThat(seen.allocation().map(Allocation::version)).isEqualTo(seen.version());
            assertThat(seen.cards().stream().map(card -> card.member().id()))
                    .as("the cards beside epoch %d", epoch)
                    .contains(epoch == 0 ? "writer" : "x" + epoch);
        });
    }

    private void whileEpochsArePublished(BiConsumer<Long, Sighting> check) {
        whileEpochsArePublished(Visitor::look, check);
    }

    /** Lets one write and others look; each look is checked together with what had been answered before it began. */
    private void whileEpochsArePublished(Function<Visitor, Sighting> way, BiConsumer<Long, Sighting> check) {
        Visitor writer = admitted(board(), "writer");
        List<Callable<Long>> runners = new ArrayList<>();
        runners.add(() -> write(writer));
        int reader = 0;
        for (Board handle : handles()) {
            Visitor visitor = admitted(handle, "reader-" + reader++);
            runners.add(() -> read(visitor, way, check));
        }
        List<Long> looks = Race.run(patience(), runners);
        assertThat(looks).as("epochs written, and looks of each reader").allMatch(count -> count > 0);
    }

    private long write(Visitor writer) {
        try {
            Board board = board();
            Optional<Allocation> last = Optional.empty();
            for (int epoch = 1; epoch <= EPOCHS; epoch++) {
                Card guest = admitted(board, card("x" + epoch, 1)).card();
                Allocation next = last.map(before -> Plans.next(before, guest)).orElseGet(() -> Plans.first(guest));
                Optional<Version> basis = last.map(Allocation::version);
                assertThat(board.publish(writer.life(), basis, next)).isTrue();
                answered = epoch;
                last = Optional.of(next);
            }
            return EPOCHS;
        } finally {
            written = true;
        }
    }

    private long read(Visitor reader, Function<Visitor, Sighting> way, BiConsumer<Long, Sighting> check) {
        long looks = 0;
        for (boolean last = false; !last; looks++) {
            last = written;
            long before = answered;
            check.accept(before, way.apply(reader));
        }
        return looks;
    }
}

package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.ScriptedMember.admitted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is seen while others write: never less than was answered, and never cards of an earlier moment than the allocation. */
interface SnapshotContract extends BoardFixture {

    int EPOCHS = 60;

    /**
     * Cards read first would lack one who joined before the allocation that names it: a reader would take it for gone, and not wait
     * for it. Here the card of x3 is there before epoch 3 and nobody ever goes, so epoch 3 without x3 shows that mistake.
     */
    @Test
    default void theCardsOfASightingAreNeverOlderThanItsAllocation() {
        whileEpochsArePublished((before, seen) -> {
            long epoch = ScriptedMember.epoch(seen);
            assertThat(seen.cards().stream().map(card -> card.member().id()))
                    .as("the cards beside epoch %d", epoch)
                    .contains(epoch == 0 ? "writer" : "x" + epoch);
        });
    }

    @Test
    default void whatWasAnsweredAsPublishedIsSeenByEveryoneFromThenOn() {
        whileEpochsArePublished((before, seen) -> assertThat(ScriptedMember.epoch(seen))
                .as("the epoch seen after %d was published", before)
                .isGreaterThanOrEqualTo(before));
    }

    @Test
    default void whoJoinedIsSeenByEveryoneFromThenOn() {
        whileEpochsArePublished((before, seen) -> assertThat(
                        seen.cards().stream().map(card -> card.member().id()))
                .as("the cards seen after epoch %d was published", before)
                .contains(before == 0 ? "writer" : "x" + before));
    }

    @Test
    default void aLookWithoutACardShowsAllThatWasAnsweredAndNoOlderCards() {
        whileEpochsArePublished(reader -> reader.board().look(), (before, seen) -> {
            long epoch = ScriptedMember.epoch(seen);
            assertThat(epoch)
                    .as("the epoch seen after %d was published", before)
                    .isGreaterThanOrEqualTo(before);
            assertThat(seen.allocation().map(Allocation::version)).isEqualTo(seen.version());
            assertThat(seen.cards().stream().map(card -> card.member().id()))
                    .as("the cards beside epoch %d", epoch)
                    .contains(epoch == 0 ? "writer" : "x" + epoch);
        });
    }

    private void whileEpochsArePublished(BiConsumer<Long, BoardSnapshot> check) {
        whileEpochsArePublished(ScriptedMember::look, check);
    }

    /** Lets one write and others look; each look is checked together with what had been answered before it began. */
    private void whileEpochsArePublished(
            Function<ScriptedMember, BoardSnapshot> way, BiConsumer<Long, BoardSnapshot> check) {
        EpochWriter writer = new EpochWriter(board(), EPOCHS);
        List<Callable<Long>> runners = new ArrayList<>();
        runners.add(writer::write);
        int reader = 0;
        for (Board handle : ConcurrentRequests.handles(this)) {
            ScriptedMember visitor = admitted(handle, "reader-" + reader++);
            runners.add(() -> read(writer, () -> way.apply(visitor), check));
        }
        List<Long> looks = ConcurrentRequests.run(patience(), runners);
        assertThat(looks).as("epochs written, and looks of each reader").allMatch(count -> count > 0);
    }

    private static long read(EpochWriter writer, Supplier<BoardSnapshot> look, BiConsumer<Long, BoardSnapshot> check) {
        long looks = 0;
        for (boolean last = false; !last; looks++) {
            last = writer.isDone();
            long before = writer.answered();
            check.accept(before, look.get());
        }
        return looks;
    }
}

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

/** Snapshots taken while others write: they never lack a confirmed write, and their cards are never older than their allocation. */
interface SnapshotContract extends BoardFixture {

    int EPOCHS = 60;

    /**
     * If cards were read first, a card that joined before the allocation naming it could be missing: a reader would consider that member
     * gone and not wait for it. Here the card of x3 exists before epoch 3 and no card is ever removed, so epoch 3 without x3 reveals that
     * bug.
     */
    @Test
    default void theCardsOfASnapshotAreNeverOlderThanItsAllocation() {
        whileEpochsArePublished((before, seen) -> {
            long epoch = ScriptedMember.epoch(seen);
            assertThat(seen.cards().stream().map(card -> card.member().id()))
                    .as("the cards beside epoch %d", epoch)
                    .contains(epoch == 0 ? "writer" : "x" + epoch);
        });
    }

    @Test
    default void allMembersSeeAConfirmedPublicationFromThenOn() {
        whileEpochsArePublished((before, seen) -> assertThat(ScriptedMember.epoch(seen))
                .as("the epoch seen after %d was published", before)
                .isGreaterThanOrEqualTo(before));
    }

    @Test
    default void allMembersSeeAJoinedMemberFromThenOn() {
        whileEpochsArePublished((before, seen) -> assertThat(
                        seen.cards().stream().map(card -> card.member().id()))
                .as("the cards seen after epoch %d was published", before)
                .contains(before == 0 ? "writer" : "x" + before));
    }

    @Test
    default void aLookWithoutACardShowsAllConfirmedWritesAndNoOlderCards() {
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

    /** Runs one writer and several readers; each snapshot is checked together with the last epoch confirmed before the read began. */
    private void whileEpochsArePublished(
            Function<ScriptedMember, BoardSnapshot> readMethod, BiConsumer<Long, BoardSnapshot> check) {
        EpochWriter writer = new EpochWriter(board(), EPOCHS);
        List<Callable<Long>> tasks = new ArrayList<>();
        tasks.add(writer::write);
        int reader = 0;
        for (Board handle : ConcurrentRequests.handles(this)) {
            ScriptedMember member = admitted(handle, "reader-" + reader++);
            tasks.add(() -> read(writer, () -> readMethod.apply(member), check));
        }
        List<Long> looks = ConcurrentRequests.run(timeout(), tasks);
        assertThat(looks).as("epochs written, and looks of each reader").allMatch(count -> count > 0);
    }

    private static long read(EpochWriter writer, Supplier<BoardSnapshot> look, BiConsumer<Long, BoardSnapshot> check) {
        long looks = 0;
        for (boolean last = false; !last; looks++) {
            last = writer.isDone();
            long before = writer.confirmed();
            check.accept(before, look.get());
        }
        return looks;
    }
}

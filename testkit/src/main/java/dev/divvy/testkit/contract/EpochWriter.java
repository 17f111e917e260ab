package dev.divvy.testkit.contract;

import static dev.divvy.testkit.contract.ScriptedMember.admitted;
import static dev.divvy.testkit.contract.ScriptedMember.card;
import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Card;
import java.util.Optional;

/** Publishes one epoch after the other, each with a member that joined just before it, while others read. */
final class EpochWriter {

    private final Board board;
    private final ScriptedMember writer;
    private final int epochs;

    /** The last epoch confirmed as published. Both fields are written only by the writing thread. */
    private volatile long confirmed;

    private volatile boolean done;

    EpochWriter(Board board, int epochs) {
        this.board = board;
        this.writer = admitted(board, "writer");
        this.epochs = epochs;
    }

    long write() {
        try {
            Optional<Allocation> last = Optional.empty();
            for (int epoch = 1; epoch <= epochs; epoch++) {
                Card joiner = admitted(board, card("x" + epoch, 1)).card();
                Allocation next = last.map(before -> SampleAllocations.next(before, joiner))
                        .orElseGet(() -> SampleAllocations.first(joiner));
                Optional<Version> basis = last.map(Allocation::version);
                assertThat(board.publish(writer.incarnation(), basis, next)).isTrue();
                confirmed = epoch;
                last = Optional.of(next);
            }
            return epochs;
        } finally {
            done = true;
        }
    }

    long confirmed() {
        return confirmed;
    }

    boolean isDone() {
        return done;
    }
}

package dev.divvy.testkit.contract;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.Optional;

/** Boards that remove the wrong card, or report a removal wrongly. */
final class BrokenRemovals {

    private BrokenRemovals() {}

    static final class AnyBeat extends PlainBoard {
        @Override
        public synchronized boolean remove(Incarnation incarnation, long beat) {
            return super.remove(
                    incarnation, record.cardOf(incarnation).map(Card::beat).orElse(beat));
        }
    }

    static final class AnyIncarnation extends PlainBoard {
        @Override
        public synchronized boolean remove(Incarnation incarnation, long beat) {
            Card present = record.cards().get(incarnation.member());
            return super.remove(present == null ? incarnation : present.incarnation(), beat);
        }
    }

    /** Returns whether it removed a card, rather than whether the card is absent. */
    static final class AbsentIsNotRemoved extends PlainBoard {
        @Override
        public synchronized boolean remove(Incarnation incarnation, long beat) {
            return record.cardOf(incarnation).isPresent() && super.remove(incarnation, beat);
        }
    }

    static final class LookThenRemove extends PlainBoard {

        private final RaceWindow window = new RaceWindow();

        @Override
        public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
            Optional<BoardSnapshot> answer = super.pulse(card, known);
            if (card.incarnation().member().equals("a")) {
                window.pass();
            }
            return answer;
        }

        @Override
        public boolean remove(Incarnation incarnation, long beat) {
            if (record.mayRemove(incarnation, beat)) {
                window.pass();
                synchronized (this) {
                    record = record.without(incarnation);
                }
            }
            return record.cardOf(incarnation).isEmpty();
        }
    }

    static final class WithTheAllocation extends PlainBoard {
        @Override
        public synchronized boolean remove(Incarnation incarnation, long beat) {
            record = new BoardRecord(
                    record.origin(), record.cards(), record.highest(), Optional.empty(), record.mayHaveForgotten());
            return super.remove(incarnation, beat);
        }
    }
}

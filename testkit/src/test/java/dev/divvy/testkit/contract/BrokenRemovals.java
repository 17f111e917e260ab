package dev.divvy.testkit.contract;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.Optional;

/** Boards that take off the wrong card, or say so wrongly. */
final class BrokenRemovals {

    private BrokenRemovals() {}

    static final class AnyBeat extends PlainBoard {
        @Override
        public synchronized boolean remove(Incarnation life, long beat) {
            return super.remove(life, record.cardOf(life).map(Card::beat).orElse(beat));
        }
    }

    static final class AnyLife extends PlainBoard {
        @Override
        public synchronized boolean remove(Incarnation life, long beat) {
            Card there = record.cards().get(life.member());
            return super.remove(there == null ? life : there.life(), beat);
        }
    }

    /** Tells how many cards it took off. */
    static final class NotThere extends PlainBoard {
        @Override
        public synchronized boolean remove(Incarnation life, long beat) {
            return record.cardOf(life).isPresent() && super.remove(life, beat);
        }
    }

    static final class LookThenRemove extends PlainBoard {

        private final Gap gap = new Gap();

        @Override
        public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
            Optional<BoardSnapshot> answer = super.pulse(card, known);
            if (card.life().member().equals("a")) {
                gap.pass();
            }
            return answer;
        }

        @Override
        public boolean remove(Incarnation life, long beat) {
            if (record.mayRemove(life, beat)) {
                gap.pass();
                synchronized (this) {
                    record = record.without(life);
                }
            }
            return record.cardOf(life).isEmpty();
        }
    }

    static final class AndTheAllocation extends PlainBoard {
        @Override
        public synchronized boolean remove(Incarnation life, long beat) {
            record = new BoardRecord(
                    record.origin(), record.cards(), record.highest(), Optional.empty(), record.mayHaveForgotten());
            return super.remove(life, beat);
        }
    }
}

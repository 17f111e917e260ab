package dev.divvy.testkit.contract;

import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.TreeMap;

/** Boards that admit cards that they should not. */
final class BrokenJoins {

    private BrokenJoins() {}

    static final class Replacing extends PlainBoard {
        @Override
        public synchronized Admission join(Card card) {
            record = record.with(card);
            return new Admission.Admitted();
        }
    }

    /** Forgets the incarnations that were removed. */
    static final class Forgetful extends PlainBoard {
        @Override
        public synchronized Admission join(Card card) {
            record = new BoardRecord(
                    record.origin(), record.cards(), new TreeMap<>(), record.allocation(), record.mayHaveForgotten());
            return super.join(card);
        }
    }

    static final class OldOccupant extends PlainBoard {
        @Override
        public Admission join(Card card) {
            return super.join(card) instanceof Admission.Occupied occupied
                    ? new Admission.Occupied(occupied.by().withBeat(0))
                    : new Admission.Admitted();
        }
    }

    static final class LookThenJoin extends PlainBoard {

        private final RaceWindow window = new RaceWindow();

        @Override
        public Admission join(Card card) {
            Admission admission = record.admission(card);
            if (admission instanceof Admission.Admitted) {
                window.pass();
                synchronized (this) {
                    record = record.with(card);
                }
            }
            return admission;
        }
    }
}

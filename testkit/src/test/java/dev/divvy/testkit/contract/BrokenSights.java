package dev.divvy.testkit.contract;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Boards;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Boards that show what is not, or not any more. */
final class BrokenSights {

    private BrokenSights() {}

    /**
     * Two reads in the wrong order, and two publications in between while anybody publishes: the second names one whose card came after
     * the first read. Readers and writers wait for each other, for a while, so that it does not depend on who is faster.
     */
    static final class CardsFirst extends PlainBoard {

        private static final long MOST_MILLIS = 500;

        private final Object meeting = new Object();
        private int readers;
        private long publications;

        /** Nobody came: whoever should have has found the mistake already, or is done. */
        private boolean alone;

        @Override
        public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
            Optional<BoardSnapshot> early = super.pulse(card, known);
            if (early.isEmpty()) {
                return early;
            }
            List<Card> cards = early.get().cards();
            synchronized (meeting) {
                long second = publications + 2;
                readers++;
                meeting.notifyAll();
                await(() -> publications >= second);
                readers--;
            }
            BoardSnapshot late = record.sighting(known);
            return Optional.of(new BoardSnapshot(
                    late.origin(), late.version(), late.allocation(), cards, late.mayHaveForgotten()));
        }

        @Override
        public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            synchronized (meeting) {
                await(() -> readers > 0);
            }
            boolean done = super.publish(publisher, basis, next);
            synchronized (meeting) {
                publications++;
                meeting.notifyAll();
            }
            return done;
        }

        /** Called with the lock held. */
        private void await(BooleanSupplier met) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
            try {
                for (long left = MOST_MILLIS; left > 0 && !alone && !met.getAsBoolean(); ) {
                    meeting.wait(left);
                    left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                }
                alone |= !met.getAsBoolean();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Reads go to a copy that is a publication behind, and lacks the card that came before it too. */
    static final class CopyBehind extends PlainBoard {

        private volatile BoardRecord copy = record;
        private volatile BoardRecord onItsWay = record;

        @Override
        public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            copy = onItsWay;
            onItsWay = record;
            return super.publish(publisher, basis, next);
        }

        @Override
        BoardSnapshot sighting(Optional<Version> known) {
            return copy.sighting(known);
        }
    }

    static final class AlwaysSent extends PlainBoard {
        @Override
        BoardSnapshot sighting(Optional<Version> known) {
            return record.sighting(Optional.empty());
        }
    }

    static final class SentWhenNewer extends PlainBoard {
        @Override
        BoardSnapshot sighting(Optional<Version> known) {
            Optional<Version> there = record.allocation().map(Allocation::version);
            boolean newer = there.map(Version::epoch).orElse(0L)
                    > known.map(Version::epoch).orElse(0L);
            return record.sighting(newer ? Optional.empty() : there);
        }
    }

    static final class ClaimsAPast extends PlainBoard {
        ClaimsAPast() {
            record = BoardRecord.blank("plain", true);
        }
    }

    static final class HidesThatItForgot extends PlainBoard {
        @Override
        void forget() {
            record = BoardRecord.blank("plain", false);
        }
    }

    /** A board that is also the store of its groups. */
    static final class OneForAll extends PlainBoard implements Boards {
        @Override
        public Board of(String group) {
            return this;
        }
    }

    static final class NewEachTime extends PlainBoard implements Boards {
        @Override
        public Board of(String group) {
            return new PlainBoard();
        }
    }
}

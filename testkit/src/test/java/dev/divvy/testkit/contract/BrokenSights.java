package dev.divvy.testkit.contract;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Board;
import dev.divvy.coordination.Boards;
import dev.divvy.coordination.Card;
import dev.divvy.coordination.Sighting;
import dev.divvy.coordination.memory.BoardRecord;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Boards that show what is not, or not any more. */
final class BrokenSights {

    private BrokenSights() {}

    /** Two reads in the wrong order, with a publication in between when there is one. */
    static final class CardsFirst extends PlainBoard {

        private final Semaphore published = new Semaphore(0);

        @Override
        public Optional<Sighting> pulse(Card card, Optional<Version> known) {
            Optional<Sighting> early = super.pulse(card, known);
            if (early.isEmpty()) {
                return early;
            }
            List<Card> cards = early.get().cards();
            awaitPublication();
            Sighting late = record.sighting(known);
            return Optional.of(
                    new Sighting(late.origin(), late.version(), late.allocation(), cards, late.mayHaveForgotten()));
        }

        private void awaitPublication() {
            try {
                if (published.tryAcquire(20, TimeUnit.MILLISECONDS)) {
                    published.drainPermits();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            boolean done = super.publish(publisher, basis, next);
            published.release();
            return done;
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
        Sighting sighting(Optional<Version> known) {
            return copy.sighting(known);
        }
    }

    static final class AlwaysSent extends PlainBoard {
        @Override
        Sighting sighting(Optional<Version> known) {
            return record.sighting(Optional.empty());
        }
    }

    static final class SentWhenNewer extends PlainBoard {
        @Override
        Sighting sighting(Optional<Version> known) {
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

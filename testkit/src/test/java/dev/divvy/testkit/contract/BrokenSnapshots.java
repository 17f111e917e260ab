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

/** Boards that show wrong or outdated snapshots. */
final class BrokenSnapshots {

    private BrokenSnapshots() {}

    /**
     * Two reads in the wrong order, with two publications in between while a writer publishes: the second names a member whose card was
     * added after the first read. Readers and writers wait for each other, for a limited time, so that the result does not depend on which
     * is faster.
     */
    static final class CardsFirst extends PlainBoard {

        private static final long MOST_MILLIS = 500;

        private final Object meeting = new Object();
        private int readers;
        private long publications;

        /** A wait timed out: the other side has found the bug already, or is done. */
        private boolean unmet;

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
            BoardSnapshot late = record.snapshot(known);
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
        private void await(BooleanSupplier condition) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
            try {
                for (long left = MOST_MILLIS; left > 0 && !unmet && !condition.getAsBoolean(); ) {
                    meeting.wait(left);
                    left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                }
                unmet |= !condition.getAsBoolean();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Reads are served by a replica that is one publication behind, and lacks the card that was added before it. */
    static final class LaggingReplica extends PlainBoard {

        private volatile BoardRecord copy = record;
        private volatile BoardRecord pending = record;

        @Override
        public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            copy = pending;
            pending = record;
            return super.publish(publisher, basis, next);
        }

        @Override
        BoardSnapshot snapshot(Optional<Version> known) {
            return copy.snapshot(known);
        }
    }

    static final class AlwaysSent extends PlainBoard {
        @Override
        BoardSnapshot snapshot(Optional<Version> known) {
            return record.snapshot(Optional.empty());
        }
    }

    static final class SentWhenNewer extends PlainBoard {
        @Override
        BoardSnapshot snapshot(Optional<Version> known) {
            Optional<Version> current = record.allocation().map(Allocation::version);
            boolean newer = current.map(Version::epoch).orElse(0L)
                    > known.map(Version::epoch).orElse(0L);
            return record.snapshot(newer ? Optional.empty() : current);
        }
    }

    static final class ClaimsToHaveForgotten extends PlainBoard {
        ClaimsToHaveForgotten() {
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
    static final class SharedByAllGroups extends PlainBoard implements Boards {
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

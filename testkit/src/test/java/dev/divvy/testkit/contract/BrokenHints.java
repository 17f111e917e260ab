package dev.divvy.testkit.contract;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import java.util.Optional;

/** Boards that send too few hints, too many, too early, or after unsubscribing. */
final class BrokenHints {

    private BrokenHints() {}

    static final class Silent extends PlainBoard {

        private final ChangeKind about;

        Silent(ChangeKind about) {
            this.about = about;
        }

        @Override
        void notifyListeners(ChangeKind change) {
            if (change != about) {
                super.notifyListeners(change);
            }
        }
    }

    static final class EveryBeat extends PlainBoard {
        @Override
        void notifyListeners(ChangeKind change) {
            super.notifyListeners(ChangeKind.JOIN);
        }
    }

    /** Sends the hint before it commits, and a fast reader looks in between. */
    static final class TooEarly extends PlainBoard {

        private final RaceWindow window = new RaceWindow();

        @Override
        public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            super.notifyListeners(ChangeKind.PUBLISHED);
            window.pass();
            return super.publish(publisher, basis, next);
        }

        @Override
        public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
            Optional<BoardSnapshot> answer = super.pulse(card, known);
            window.pass();
            return answer;
        }

        @Override
        void notifyListeners(ChangeKind change) {
            if (change != ChangeKind.PUBLISHED) {
                super.notifyListeners(change);
            }
        }
    }

    static final class OnlyLastSubscriber extends PlainBoard {
        @Override
        public Subscription onChange(Runnable changed) {
            listeners.clear();
            return super.onChange(changed);
        }
    }

    static final class NeverClosed extends PlainBoard {
        @Override
        public Subscription onChange(Runnable changed) {
            listeners.add(changed);
            return () -> {};
        }
    }
}

package dev.divvy.testkit.contract;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import java.util.Optional;

/** Boards that push too little, too much, too early or for ever. */
final class BrokenHints {

    private BrokenHints() {}

    static final class Silent extends PlainBoard {

        private final News about;

        Silent(News about) {
            this.about = about;
        }

        @Override
        void tell(News news) {
            if (news != about) {
                super.tell(news);
            }
        }
    }

    static final class EveryBeat extends PlainBoard {
        @Override
        void tell(News news) {
            super.tell(News.JOIN);
        }
    }

    /** Hints before it commits, and whoever is quick looks in between. */
    static final class TooEarly extends PlainBoard {

        private final Gap gap = new Gap();

        @Override
        public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            super.tell(News.PUBLISHED);
            gap.pass();
            return super.publish(publisher, basis, next);
        }

        @Override
        public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
            Optional<BoardSnapshot> answer = super.pulse(card, known);
            gap.pass();
            return answer;
        }

        @Override
        void tell(News news) {
            if (news != News.PUBLISHED) {
                super.tell(news);
            }
        }
    }

    static final class OnlyTheLast extends PlainBoard {
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

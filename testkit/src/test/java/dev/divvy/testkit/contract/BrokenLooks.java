package dev.divvy.testkit.contract;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.Optional;

/** Boards on which a look shows too little, or changes something. */
final class BrokenLooks {

    private BrokenLooks() {}

    static final class NoAllocation extends PlainBoard {
        @Override
        public BoardSnapshot look() {
            return record.snapshot(record.allocation().map(Allocation::version));
        }
    }

    /** Looks are served by a replica that is one publication behind; pulses are not. */
    static final class LaggingReplica extends PlainBoard {

        private volatile BoardRecord copy = record;

        @Override
        public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            copy = record;
            return super.publish(publisher, basis, next);
        }

        @Override
        public BoardSnapshot look() {
            return copy.snapshot(Optional.empty());
        }
    }

    static final class Joining extends PlainBoard {
        @Override
        public BoardSnapshot look() {
            join(ScriptedMember.card("looker", 1));
            return super.look();
        }
    }

    static final class Beating extends PlainBoard {
        @Override
        public synchronized BoardSnapshot look() {
            for (Card card : record.cards().values()) {
                record = record.renewed(card.withBeat(card.beat() + 1));
            }
            return super.look();
        }
    }
}

package dev.divvy.testkit.contract;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Holders;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Abilities;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.Optional;
import java.util.TreeSet;

/** Boards that keep settled epochs, abilities or heirs wrongly. */
final class BrokenSettling {

    private BrokenSettling() {}

    private static boolean isKnown(BoardRecord record, Card card) {
        return card.settled() <= record.allocation().map(Allocation::epoch).orElse(0L);
    }

    static final class GoesBack extends PlainBoard {
        @Override
        BoardRecord renewed(Card card) {
            record = super.renewed(card);
            return isKnown(record, card) ? put(card(card.incarnation()).withSettled(card.settled())) : record;
        }
    }

    static final class LateSettles extends PlainBoard {
        @Override
        BoardRecord renewed(Card card) {
            Card present = card(card.incarnation());
            boolean late = card.beat() <= present.beat();
            return late && isKnown(record, card)
                    ? put(present.withSettled(Math.max(present.settled(), card.settled())))
                    : super.renewed(card);
        }
    }

    static final class AnyEpoch extends PlainBoard {
        @Override
        BoardRecord renewed(Card card) {
            return put(card.withSettled(Math.max(card(card.incarnation()).settled(), card.settled())));
        }
    }

    /** Keeps the epoch by the member's id. */
    static final class OutlivesIncarnation extends PlainBoard {

        private long settled;

        @Override
        BoardRecord renewed(Card card) {
            settled = Math.max(settled, card.settled());
            return super.renewed(card);
        }

        @Override
        public Admission join(Card card) {
            return super.join(card.withSettled(settled));
        }
    }

    static final class KnownAbilitiesOnly extends BrokenCards.Lossy {
        @Override
        Card kept(Card card) {
            TreeSet<String> names = new TreeSet<>(card.abilities().names());
            names.removeIf(name -> Character.isDigit(name.charAt(0)));
            return card.with(new Abilities(card.abilities().version(), names));
        }
    }

    static final class NoHeirs extends PlainBoard {
        @Override
        public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
            Holders holders = new Holders(next.division(), next.holders().tenures());
            Allocation kept = new Allocation(
                    next.version(), next.pieces(), next.roster(), next.directives(), holders, next.history());
            return super.publish(publisher, basis, kept);
        }
    }
}

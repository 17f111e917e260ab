package dev.divvy.testkit.contract;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** Boards that keep or renew cards wrongly. */
final class BrokenCards {

    private BrokenCards() {}

    /** A pulse that is an upsert. */
    static final class Reviving extends PlainBoard {
        @Override
        public synchronized Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
            if (record.cardOf(card.incarnation()).isEmpty()) {
                record = record.with(card);
            }
            return super.pulse(card, known);
        }
    }

    /** The incarnation is not part of the key. */
    static final class IgnoringIncarnation extends PlainBoard {
        @Override
        public synchronized Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
            Card present = record.cards().get(card.incarnation().member());
            return present == null ? Optional.empty() : super.pulse(as(present.member(), card), known);
        }
    }

    static final class LateIsApplied extends PlainBoard {
        @Override
        BoardRecord renewed(Card card) {
            return put(card);
        }
    }

    static final class LateIsEjected extends PlainBoard {
        @Override
        public synchronized Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
            boolean late = record.cardOf(card.incarnation())
                    .filter(present -> present.beat() > card.beat())
                    .isPresent();
            return late ? Optional.empty() : super.pulse(card, known);
        }
    }

    static final class BeatOnly extends PlainBoard {
        @Override
        BoardRecord renewed(Card card) {
            return put(card(card.incarnation()).withBeat(card.beat()));
        }
    }

    static final class AcknowledgedGoesBack extends PlainBoard {
        @Override
        BoardRecord renewed(Card card) {
            Card next = Objects.requireNonNull(
                    record.renewed(card).cards().get(card.incarnation().member()));
            boolean known = card.acknowledged()
                    <= record.allocation().map(Allocation::epoch).orElse(0L);
            return put(known ? next.withAcknowledged(card.acknowledged()) : next);
        }
    }

    static final class LateAcknowledged extends PlainBoard {
        @Override
        BoardRecord renewed(Card card) {
            Card present = card(card.incarnation());
            boolean late = card.beat() <= present.beat();
            boolean known = card.acknowledged()
                    <= record.allocation().map(Allocation::epoch).orElse(0L);
            long highest = Math.max(present.acknowledged(), card.acknowledged());
            return late && known ? put(present.withAcknowledged(highest)) : super.renewed(card);
        }
    }

    static final class AnyEpoch extends PlainBoard {
        @Override
        BoardRecord renewed(Card card) {
            long highest = Math.max(card(card.incarnation()).acknowledged(), card.acknowledged());
            return put(card.withAcknowledged(highest));
        }
    }

    /** Stores less than the card contains. */
    abstract static class Lossy extends PlainBoard {

        abstract Card kept(Card card);

        @Override
        public Admission join(Card card) {
            return super.join(kept(card));
        }

        @Override
        public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
            return super.pulse(kept(card), known);
        }

        @Override
        public boolean remove(Incarnation incarnation, long beat) {
            Card kept = kept(ScriptedMember.card(incarnation.member(), incarnation.number())
                    .withBeat(beat));
            return super.remove(kept.incarnation(), kept.beat());
        }
    }

    static final class NoAddress extends Lossy {
        @Override
        Card kept(Card card) {
            return at(card, "");
        }
    }

    static final class NoTimeToLive extends Lossy {
        @Override
        Card kept(Card card) {
            return new Card(card.member(), card.beat(), card.acknowledged(), card.state(), card.address());
        }
    }

    static final class NoRestriction extends Lossy {
        @Override
        Card kept(Card card) {
            Member member = card.member();
            return as(new Member(member.incarnation(), member.zone(), member.weight()), card);
        }
    }

    static final class ShortAddress extends Lossy {
        @Override
        Card kept(Card card) {
            return at(
                    card,
                    card.address().substring(0, Math.min(100, card.address().length())));
        }
    }

    static final class Latin extends Lossy {
        @Override
        Card kept(Card card) {
            byte[] bytes = card.address().getBytes(StandardCharsets.ISO_8859_1);
            return at(card, new String(bytes, StandardCharsets.ISO_8859_1));
        }
    }

    static final class CaseBlind extends Lossy {
        @Override
        Card kept(Card card) {
            Incarnation incarnation = card.incarnation();
            Incarnation lower = new Incarnation(incarnation.member().toLowerCase(Locale.ROOT), incarnation.number());
            return as(new Member(lower, card.member().zone(), card.member().weight()), card);
        }
    }

    static final class DoubleBeats extends Lossy {
        @Override
        Card kept(Card card) {
            return card.withBeat((long) (double) card.beat());
        }
    }

    static Card at(Card card, String address) {
        return new Card(
                card.member(),
                card.beat(),
                card.acknowledged(),
                card.settled(),
                card.state(),
                address,
                card.timeToLive(),
                card.abilities());
    }

    static Card as(Member member, Card card) {
        return new Card(
                member,
                card.beat(),
                card.acknowledged(),
                card.settled(),
                card.state(),
                card.address(),
                card.timeToLive(),
                card.abilities());
    }
}

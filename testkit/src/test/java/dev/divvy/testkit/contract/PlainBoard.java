package dev.divvy.testkit.contract;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.PushingBoard;
import dev.divvy.coordination.support.BoardRecord;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A board that does all it owes, made to be broken: every method, and every part of a pulse, can be replaced. */
class PlainBoard implements PushingBoard {

    /** What can be hinted at. */
    enum News {
        JOIN,
        BEAT,
        STATE,
        ACKNOWLEDGED,
        PUBLISHED,
        REMOVED
    }

    final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Written under the lock of this board, save by boards that are broken. */
    volatile BoardRecord record = BoardRecord.blank("plain", false);

    @Override
    public Admission join(Card card) {
        Admission admission;
        synchronized (this) {
            admission = record.admission(card);
            if (admission instanceof Admission.Admitted) {
                record = record.with(card);
            }
        }
        if (admission instanceof Admission.Admitted) {
            tell(News.JOIN);
        }
        return admission;
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        Optional<Card> before;
        Optional<BoardSnapshot> sighting = Optional.empty();
        synchronized (this) {
            before = record.cardOf(card.life());
            if (before.isPresent()) {
                record = renewed(card);
                sighting = Optional.of(sighting(known));
            }
        }
        before.ifPresent(was -> tell(news(was, card)));
        return sighting;
    }

    BoardRecord renewed(Card card) {
        return record.renewed(card);
    }

    BoardSnapshot sighting(Optional<Version> known) {
        return record.sighting(known);
    }

    private News news(Card before, Card card) {
        Card after = record.cardOf(card.life()).orElse(before);
        if (after.acknowledged() > before.acknowledged()) {
            return News.ACKNOWLEDGED;
        }
        return after.saysTheSameAs(before) ? News.BEAT : News.STATE;
    }

    @Override
    public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        boolean may;
        synchronized (this) {
            may = record.mayPublish(publisher, basis);
            if (may) {
                record = record.with(next);
            }
        }
        if (may) {
            tell(News.PUBLISHED);
        }
        return may;
    }

    @Override
    public boolean remove(Incarnation life, long beat) {
        boolean may;
        boolean off;
        synchronized (this) {
            may = record.mayRemove(life, beat);
            if (may) {
                record = record.without(life);
            }
            off = record.cardOf(life).isEmpty();
        }
        if (may) {
            tell(News.REMOVED);
        }
        return off;
    }

    @Override
    public BoardSnapshot look() {
        return record.sighting(Optional.empty());
    }

    /** The card of one who is there. */
    final Card there(Incarnation life) {
        return record.cardOf(life).orElseThrow();
    }

    /** The record with this card, whatever it says. */
    final BoardRecord put(Card card) {
        NavigableMap<String, Card> cards = new TreeMap<>(record.cards());
        cards.put(card.life().member(), card);
        return new BoardRecord(
                record.origin(), cards, record.highest(), record.allocation(), record.mayHaveForgotten());
    }

    void forget() {
        record = BoardRecord.blank("plain again", true);
    }

    @Override
    public Subscription onChange(Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    void tell(News news) {
        if (news != News.BEAT) {
            listeners.forEach(Runnable::run);
        }
    }
}

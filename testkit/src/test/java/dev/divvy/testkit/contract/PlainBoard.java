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

/** A correct board, made to be broken: every method, and every part of a pulse, can be overridden. */
class PlainBoard implements PushingBoard {

    /** The kinds of changes that can cause a hint. */
    enum ChangeKind {
        JOIN,
        BEAT,
        STATE,
        ACKNOWLEDGED,
        SETTLED,
        PUBLISHED,
        REMOVED
    }

    final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Written under the lock of this board, except by broken boards. */
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
            notifyListeners(ChangeKind.JOIN);
        }
        return admission;
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        Optional<Card> before;
        Optional<BoardSnapshot> snapshot = Optional.empty();
        synchronized (this) {
            before = record.cardOf(card.incarnation());
            if (before.isPresent()) {
                record = renewed(card);
                snapshot = Optional.of(snapshot(known));
            }
        }
        before.ifPresent(was -> notifyListeners(changeOf(was, card)));
        return snapshot;
    }

    BoardRecord renewed(Card card) {
        return record.renewed(card);
    }

    BoardSnapshot snapshot(Optional<Version> known) {
        return record.snapshot(known);
    }

    private ChangeKind changeOf(Card before, Card card) {
        Card after = record.cardOf(card.incarnation()).orElse(before);
        if (after.acknowledged() > before.acknowledged()) {
            return ChangeKind.ACKNOWLEDGED;
        }
        if (after.settled() > before.settled()) {
            return ChangeKind.SETTLED;
        }
        return after.equalsIgnoringBeat(before) ? ChangeKind.BEAT : ChangeKind.STATE;
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
            notifyListeners(ChangeKind.PUBLISHED);
        }
        return may;
    }

    @Override
    public boolean remove(Incarnation incarnation, long beat) {
        boolean may;
        boolean absent;
        synchronized (this) {
            may = record.mayRemove(incarnation, beat);
            if (may) {
                record = record.without(incarnation);
            }
            absent = record.cardOf(incarnation).isEmpty();
        }
        if (may) {
            notifyListeners(ChangeKind.REMOVED);
        }
        return absent;
    }

    @Override
    public BoardSnapshot look() {
        return record.snapshot(Optional.empty());
    }

    /** Returns the card of an incarnation that is present. */
    final Card card(Incarnation incarnation) {
        return record.cardOf(incarnation).orElseThrow();
    }

    /** Returns the record with this card, whatever it contains. */
    final BoardRecord put(Card card) {
        NavigableMap<String, Card> cards = new TreeMap<>(record.cards());
        cards.put(card.incarnation().member(), card);
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

    void notifyListeners(ChangeKind change) {
        if (change != ChangeKind.BEAT) {
            listeners.forEach(Runnable::run);
        }
    }
}

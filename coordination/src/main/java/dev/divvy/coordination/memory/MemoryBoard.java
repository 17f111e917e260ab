package dev.divvy.coordination.memory;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Boards;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.PushingBoard;
import dev.divvy.coordination.support.BoardRecord;
import dev.divvy.coordination.support.ChangeListeners;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A board in this process, for members in one JVM. It never loses data. */
public final class MemoryBoard implements PushingBoard {

    private final ChangeListeners<MemoryBoard> listeners = new ChangeListeners<>();

    /** Guarded by this. */
    private BoardRecord record =
            BoardRecord.blank("memory-" + UUID.randomUUID().toString().substring(0, 8), false);

    /** Creates an empty board. */
    public MemoryBoard() {}

    /** Returns boards in this process, one per group name. */
    public static Boards perGroup() {
        Map<String, Board> boards = new ConcurrentHashMap<>();
        return group -> boards.computeIfAbsent(group, name -> new MemoryBoard());
    }

    @Override
    public Admission join(Card card) {
        Admission admission;
        synchronized (this) {
            admission = record.admission(card);
            if (admission instanceof Admission.Admitted) {
                record = record.with(card);
            }
        }
        return notifyIf(admission instanceof Admission.Admitted, admission);
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        BoardSnapshot snapshot;
        boolean changed;
        synchronized (this) {
            Optional<Card> before = record.cardOf(card.incarnation());
            if (before.isEmpty()) {
                return Optional.empty();
            }
            record = record.renewed(card);
            changed = record.cardOf(card.incarnation())
                    .filter(after -> after.equalsIgnoringBeat(before.get()))
                    .isEmpty();
            snapshot = record.snapshot(known);
        }
        return notifyIf(changed, Optional.of(snapshot));
    }

    @Override
    public boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        boolean published;
        synchronized (this) {
            published = record.mayPublish(publisher, basis);
            if (published) {
                record = record.with(next);
            }
        }
        return notifyIf(published, published);
    }

    @Override
    public boolean remove(Incarnation incarnation, long beat) {
        boolean removed;
        boolean absent;
        synchronized (this) {
            removed = record.mayRemove(incarnation, beat);
            if (removed) {
                record = record.without(incarnation);
            }
            absent = record.cardOf(incarnation).isEmpty();
        }
        return notifyIf(removed, absent);
    }

    @Override
    public synchronized BoardSnapshot look() {
        return record.snapshot(Optional.empty());
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return listeners.add(this, changed);
    }

    private <T> T notifyIf(boolean changed, T reply) {
        if (changed) {
            listeners.changed(this);
        }
        return reply;
    }
}

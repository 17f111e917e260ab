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

/** A board in this process: its members are threads of one JVM. It forgets nothing while anybody can remember it. */
public final class MemoryBoard implements PushingBoard {

    private final ChangeListeners<MemoryBoard> listeners = new ChangeListeners<>();

    /** Written under the lock of this board only. */
    private BoardRecord record =
            BoardRecord.blank("memory-" + UUID.randomUUID().toString().substring(0, 8), false);

    /** Creates an empty board. */
    public MemoryBoard() {}

    /** Returns boards in this process, one for each group that is asked for. */
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
        return pushed(admission instanceof Admission.Admitted, admission);
    }

    @Override
    public Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        BoardSnapshot sighting;
        boolean news;
        synchronized (this) {
            Optional<Card> before = record.cardOf(card.life());
            if (before.isEmpty()) {
                return Optional.empty();
            }
            record = record.renewed(card);
            news = record.cardOf(card.life())
                    .filter(after -> after.saysTheSameAs(before.get()))
                    .isEmpty();
            sighting = record.sighting(known);
        }
        return pushed(news, Optional.of(sighting));
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
        return pushed(published, published);
    }

    @Override
    public boolean remove(Incarnation life, long beat) {
        boolean removed;
        boolean off;
        synchronized (this) {
            removed = record.mayRemove(life, beat);
            if (removed) {
                record = record.without(life);
            }
            off = record.cardOf(life).isEmpty();
        }
        return pushed(removed, off);
    }

    @Override
    public synchronized BoardSnapshot look() {
        return record.sighting(Optional.empty());
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return listeners.add(this, changed);
    }

    private <T> T pushed(boolean news, T answer) {
        if (news) {
            listeners.changed(this);
        }
        return answer;
    }
}

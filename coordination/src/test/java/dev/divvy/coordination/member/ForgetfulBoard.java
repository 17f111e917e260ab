package dev.divvy.coordination.member;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardSnapshot;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.PushingBoard;
import dev.divvy.coordination.support.BoardRecord;
import java.util.Optional;

/** A board in memory that can be reset to an earlier content. */
final class ForgetfulBoard implements PushingBoard {

    /** Guarded by this, like {@code remembered}. */
    private BoardRecord record = BoardRecord.blank("forgetful", true);

    private BoardRecord remembered = record;

    synchronized void remember() {
        remembered = record;
    }

    synchronized void setBack() {
        record = remembered;
    }

    @Override
    public synchronized Admission join(Card card) {
        Admission admission = record.admission(card);
        record = admission instanceof Admission.Admitted ? record.with(card) : record;
        return admission;
    }

    @Override
    public synchronized Optional<BoardSnapshot> pulse(Card card, Optional<Version> known) {
        if (record.cardOf(card.incarnation()).isEmpty()) {
            return Optional.empty();
        }
        record = record.renewed(card);
        return Optional.of(record.snapshot(known));
    }

    @Override
    public synchronized boolean publish(Incarnation publisher, Optional<Version> basis, Allocation next) {
        boolean published = record.mayPublish(publisher, basis);
        record = published ? record.with(next) : record;
        return published;
    }

    @Override
    public synchronized boolean remove(Incarnation incarnation, long beat) {
        record = record.mayRemove(incarnation, beat) ? record.without(incarnation) : record;
        return record.cardOf(incarnation).isEmpty();
    }

    @Override
    public synchronized BoardSnapshot look() {
        return record.snapshot(Optional.empty());
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return () -> {};
    }
}

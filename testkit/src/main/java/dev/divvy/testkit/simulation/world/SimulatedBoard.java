package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Version;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.protocol.BoardRequest;
import dev.divvy.coordination.protocol.Publication;
import dev.divvy.coordination.support.BoardRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;

/** A correct board, kept as a value, that can become unavailable, forget everything, or be rolled back. */
class SimulatedBoard {

    private static final int COPIES = 40;

    /** The state of a replica that lags behind. */
    private record Copy(long at, BoardRecord record, BoardHistory.Mark mark) {}

    final SimulationWorld world;
    private final Deque<Copy> copies = new ArrayDeque<>();
    private BoardRecord record = BoardRecord.blank("memory-0", false);
    private long downUntil = Long.MIN_VALUE;
    private int memories;

    SimulatedBoard(SimulationWorld world) {
        this.world = world;
    }

    final BoardRecord record() {
        return record;
    }

    final boolean isDown() {
        return world.now() < downUntil;
    }

    final void setDownUntil(long until) {
        downUntil = until;
    }

    // --- its methods ---

    final Object execute(SimulatedNetwork.SentRequest sent) {
        BoardRequest request = sent.request();
        if (request instanceof BoardRequest.Look) {
            return record.snapshot(Optional.empty());
        }
        if (request instanceof BoardRequest.Join join) {
            return join(join.card());
        }
        if (request instanceof BoardRequest.Publish publish) {
            return publish(sent, publish);
        }
        BoardRequest.Remove remove = (BoardRequest.Remove) request;
        return remove(remove.incarnation(), remove.beat());
    }

    private Admission join(Card card) {
        Admission admission = admission(card);
        if (admission instanceof Admission.Admitted) {
            addCard(card);
        }
        return admission;
    }

    /** Returns the reply to a join. */
    Admission admission(Card card) {
        return record.admission(card);
    }

    /** Takes the first step of a pulse; empty when the card is not on the board. */
    Optional<PulseRead> renew(BoardRequest.Pulse pulse) {
        Optional<Card> before = record.cardOf(pulse.card().incarnation());
        if (before.isEmpty()) {
            return Optional.empty();
        }
        change(record.renewed(pulse.card()));
        boolean changed = record.cardOf(pulse.card().incarnation())
                .filter(after -> after.equalsIgnoringBeat(before.get()))
                .isEmpty();
        if (changed) {
            world.network.push();
        }
        return Optional.of(startRead(pulse.known()));
    }

    PulseRead startRead(Optional<Version> known) {
        return new PulseRead(this, known);
    }

    private boolean publish(SimulatedNetwork.SentRequest sent, BoardRequest.Publish publish) {
        Publication publication = publish.publication();
        boolean may = mayPublish(publish.publisher(), publication.basis());
        if (may) {
            world.checker.published(sent, record, publication.next());
            change(record.with(publication.next()));
            world.network.push();
        }
        return may;
    }

    boolean mayPublish(Incarnation publisher, Optional<Version> basis) {
        return record.mayPublish(publisher, basis);
    }

    final boolean remove(Incarnation incarnation, long beat) {
        if (record.mayRemove(incarnation, beat)) {
            removeCard(incarnation);
        }
        return record.cardOf(incarnation).isEmpty();
    }

    final void addCard(Card card) {
        world.history.joined(card.incarnation());
        change(record.with(card));
        world.network.push();
    }

    final void removeCard(Incarnation incarnation) {
        world.history.removed(incarnation);
        change(record.without(incarnation));
        world.network.push();
    }

    final void change(BoardRecord next) {
        record = next;
    }

    // --- its memory ---

    /** Keeps a copy to which the board may be rolled back. */
    final void copy() {
        copies.addLast(new Copy(world.now(), record, world.history.mark()));
        if (copies.size() > COPIES) {
            copies.removeFirst();
        }
    }

    final void flush() {
        copies.clear();
        world.history.flushed();
        change(BoardRecord.blank(nextOrigin(), true));
    }

    /** Continues from the copy made {@code lag} copies ago, with a new origin; false when there is none. */
    final boolean rollBack(int lag) {
        Iterator<Copy> latest = copies.descendingIterator();
        for (int skipped = 0; skipped < lag && latest.hasNext(); skipped++) {
            latest.next();
        }
        if (!latest.hasNext()) {
            return false;
        }
        Copy copy = latest.next();
        copies.removeIf(later -> later.at() > copy.at());
        BoardRecord was = copy.record();
        world.history.rolledBack(copy.mark(), copy.at());
        change(new BoardRecord(nextOrigin(), was.cards(), was.highest(), was.allocation(), true));
        return true;
    }

    private String nextOrigin() {
        return "memory-" + ++memories;
    }
}

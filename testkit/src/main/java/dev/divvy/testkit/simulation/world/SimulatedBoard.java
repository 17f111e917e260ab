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

/** A board as the contract has it, kept as a value, that can go away, forget everything, or go back to what it was before. */
class SimulatedBoard {

    private static final int COPIES = 40;

    /** What a copy of the board that lags behind knows. */
    private record Copy(long at, BoardRecord record, BoardHistory.Mark mark) {}

    final SimulationWorld world;
    private final Deque<Copy> copies = new ArrayDeque<>();
    private BoardRecord record = BoardRecord.blank("memory-0", false);
    private long awayUntil = Long.MIN_VALUE;
    private int memories;

    SimulatedBoard(SimulationWorld world) {
        this.world = world;
    }

    final BoardRecord record() {
        return record;
    }

    final boolean isAway() {
        return world.now() < awayUntil;
    }

    final void goAway(long until) {
        awayUntil = until;
    }

    // --- the four methods ---

    final Object carryOut(SimulatedNetwork.Letter letter) {
        BoardRequest request = letter.request();
        if (request instanceof BoardRequest.Join join) {
            return join(join.card());
        }
        if (request instanceof BoardRequest.Publish publish) {
            return publish(letter, publish);
        }
        BoardRequest.Remove remove = (BoardRequest.Remove) request;
        return remove(remove.life(), remove.beat());
    }

    private Admission join(Card card) {
        Admission admission = admission(card);
        if (admission instanceof Admission.Admitted) {
            put(card);
        }
        return admission;
    }

    /** What is answered to one who wants to join. */
    Admission admission(Card card) {
        return record.admission(card);
    }

    /** The first moment of a pulse; empty when the card is not there. */
    Optional<PulseRead> renew(BoardRequest.Pulse pulse) {
        Optional<Card> before = record.cardOf(pulse.card().life());
        if (before.isEmpty()) {
            return Optional.empty();
        }
        change(record.renewed(pulse.card()));
        boolean news = record.cardOf(pulse.card().life())
                .filter(after -> after.saysTheSameAs(before.get()))
                .isEmpty();
        if (news) {
            world.network.push();
        }
        return Optional.of(reading(pulse.known()));
    }

    PulseRead reading(Optional<Version> known) {
        return new PulseRead(this, known);
    }

    private boolean publish(SimulatedNetwork.Letter letter, BoardRequest.Publish publish) {
        Publication publication = publish.publication();
        boolean may = mayPublish(publish.publisher(), publication.basis());
        if (may) {
            world.judge.published(letter, record, publication.next());
            change(record.with(publication.next()));
            world.network.push();
        }
        return may;
    }

    boolean mayPublish(Incarnation publisher, Optional<Version> basis) {
        return record.mayPublish(publisher, basis);
    }

    final boolean remove(Incarnation life, long beat) {
        if (record.mayRemove(life, beat)) {
            take(life);
        }
        return record.cardOf(life).isEmpty();
    }

    final void put(Card card) {
        world.ledger.put(card.life());
        change(record.with(card));
        world.network.push();
    }

    final void take(Incarnation life) {
        world.ledger.taken(life);
        change(record.without(life));
        world.network.push();
    }

    final void change(BoardRecord next) {
        record = next;
    }

    // --- its memory ---

    /** Keeps a copy that the board may be set back to. */
    final void copy() {
        copies.addLast(new Copy(world.now(), record, world.ledger.mark()));
        if (copies.size() > COPIES) {
            copies.removeFirst();
        }
    }

    final void flush() {
        copies.clear();
        world.ledger.flushed();
        change(BoardRecord.blank(nextOrigin(), true));
    }

    /** Goes on from the copy that was made so many copies ago, under another origin; false when there is none. */
    final boolean setBack(int lag) {
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
        world.ledger.setBack(copy.mark(), copy.at());
        change(new BoardRecord(nextOrigin(), was.cards(), was.highest(), was.allocation(), true));
        return true;
    }

    private String nextOrigin() {
        return "memory-" + ++memories;
    }
}

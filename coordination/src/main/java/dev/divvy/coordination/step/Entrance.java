package dev.divvy.coordination.step;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Card;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The way onto the board: which numbers are used up, and who stands in the way.
 *
 * @param highest the highest incarnation of this member known so far
 * @param attempts the last lives of this process that may or may not have been put on the board
 * @param occupant a card of the same member id that is there, and since when its beat is this one
 */
record Entrance(long highest, List<Incarnation> attempts, Optional<Occupant> occupant) {

    /** Who is in the way, with its beat, when that was first seen, and how long it must be seen standing still. */
    record Occupant(Incarnation life, long beat, long at, long timeToLive) {}

    /** As many attempts are remembered; an older one that is in the way after all is waited for like a stranger. */
    private static final int REMEMBERED = 16;

    static final Entrance FRESH = new Entrance(0, List.of(), Optional.empty());

    Entrance attempting(Incarnation life) {
        List<Incarnation> all = new ArrayList<>(attempts);
        all.add(life);
        List<Incarnation> last = all.subList(Math.max(0, all.size() - REMEMBERED), all.size());
        return new Entrance(Math.max(highest, life.number()), List.copyOf(last), occupant);
    }

    /** An attempt that is taken back. */
    Entrance withdrawing(Incarnation life) {
        return new Entrance(
                highest, attempts.stream().filter(one -> !one.equals(life)).toList(), occupant);
    }

    Entrance outlived(long told) {
        return new Entrance(Math.max(highest, told), attempts, Optional.empty());
    }

    Entrance occupied(Card by, long now) {
        Occupant seen = occupant.filter(before -> before.life().equals(by.life()) && before.beat() == by.beat())
                .orElse(new Occupant(by.life(), by.beat(), now, by.timeToLive().toNanos()));
        return new Entrance(Math.max(highest, by.life().number()), attempts, Optional.of(seen));
    }

    /** The way is free, or it is not known who is in it. */
    Entrance cleared() {
        return new Entrance(highest, attempts, Optional.empty());
    }

    /** Only the life that is on the board now is left of the attempts; an earlier one can never come. */
    Entrance entered() {
        return new Entrance(highest, List.of(), Optional.empty());
    }

    /** Who may be taken off: an attempt of this process, or one that stood still for a whole time-to-live. */
    Optional<Occupant> removable(long now, Timing timing) {
        return occupant.filter(one -> attempts.contains(one.life())
                || now - one.at()
                        >= Math.max(one.timeToLive(), timing.timeToLive().toNanos()));
    }
}

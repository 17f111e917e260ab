package dev.divvy.coordination.protocol;

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
record JoinAttempt(long highest, List<Incarnation> attempts, Optional<Occupant> occupant) {

    /** Who is in the way, with its beat, when that was first seen, and how long it must be seen standing still. */
    record Occupant(Incarnation life, long beat, long at, long timeToLive) {}

    /** As many attempts are remembered; an older one that is in the way after all is waited for like a stranger. */
    private static final int REMEMBERED = 16;

    static final JoinAttempt FRESH = new JoinAttempt(0, List.of(), Optional.empty());

    JoinAttempt attempting(Incarnation life) {
        List<Incarnation> all = new ArrayList<>(attempts);
        all.add(life);
        List<Incarnation> last = all.subList(Math.max(0, all.size() - REMEMBERED), all.size());
        return new JoinAttempt(Math.max(highest, life.number()), List.copyOf(last), occupant);
    }

    /** An attempt that is taken back. */
    JoinAttempt withdrawing(Incarnation life) {
        return new JoinAttempt(
                highest, attempts.stream().filter(one -> !one.equals(life)).toList(), occupant);
    }

    JoinAttempt outlived(long told) {
        return new JoinAttempt(Math.max(highest, told), attempts, Optional.empty());
    }

    JoinAttempt occupied(Card by, long now) {
        Occupant seen = occupant.filter(before -> before.life().equals(by.life()) && before.beat() == by.beat())
                .orElse(new Occupant(by.life(), by.beat(), now, by.timeToLive().toNanos()));
        return new JoinAttempt(Math.max(highest, by.life().number()), attempts, Optional.of(seen));
    }

    /** The way is free, or it is not known who is in it. */
    JoinAttempt cleared() {
        return new JoinAttempt(highest, attempts, Optional.empty());
    }

    /** Only the life that is on the board now is left of the attempts; an earlier one can never come. */
    JoinAttempt entered() {
        return new JoinAttempt(highest, List.of(), Optional.empty());
    }

    /** Who may be taken off: an attempt of this process, or one that stood still for a whole time-to-live. */
    Optional<Occupant> removable(long now, Timing timing) {
        return occupant.filter(one -> attempts.contains(one.life())
                || now - one.at()
                        >= Math.max(one.timeToLive(), timing.timeToLive().toNanos()));
    }
}

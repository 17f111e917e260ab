package dev.divvy.coordination.protocol;

import dev.divvy.allocation.Incarnation;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.board.Card;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The progress of joining the board: incarnation numbers that are used up, and a card that occupies the member's id.
 *
 * @param highest the highest incarnation of this member known so far
 * @param attempts the last incarnations with which this process tried to join, and of which any may be on the board
 * @param occupant the card that occupies the member's id
 */
record JoinAttempt(long highest, List<Incarnation> attempts, Optional<Occupant> occupant) {

    /**
     * A card with the same member id.
     *
     * @param since when this beat was first seen
     * @param timeToLive how long the beat must stay unchanged before the card may be ejected
     */
    record Occupant(Incarnation incarnation, long beat, long since, long timeToLive) {}

    /** The number of attempts that are remembered. An older one that occupies the id after all is waited for like another process. */
    private static final int REMEMBERED = 16;

    static final JoinAttempt NONE = new JoinAttempt(0, List.of(), Optional.empty());

    JoinAttempt withAttempt(Incarnation incarnation) {
        List<Incarnation> all = new ArrayList<>(attempts);
        all.add(incarnation);
        List<Incarnation> last = all.subList(Math.max(0, all.size() - REMEMBERED), all.size());
        return new JoinAttempt(Math.max(highest, incarnation.number()), List.copyOf(last), occupant);
    }

    JoinAttempt withoutAttempt(Incarnation incarnation) {
        return new JoinAttempt(
                highest,
                attempts.stream()
                        .filter(attempt -> !attempt.equals(incarnation))
                        .toList(),
                occupant);
    }

    JoinAttempt outlived(long number) {
        return new JoinAttempt(Math.max(highest, number), attempts, Optional.empty());
    }

    JoinAttempt occupied(Card by, long now) {
        Occupant seen = occupant.filter(
                        before -> before.incarnation().equals(by.incarnation()) && before.beat() == by.beat())
                .orElse(new Occupant(
                        by.incarnation(), by.beat(), now, by.timeToLive().toNanos()));
        return new JoinAttempt(Math.max(highest, by.incarnation().number()), attempts, Optional.of(seen));
    }

    /** Forgets the occupant: the id is free, or its present occupant is unknown. */
    JoinAttempt withoutOccupant() {
        return new JoinAttempt(highest, attempts, Optional.empty());
    }

    /** Forgets all attempts after one was admitted: an earlier incarnation can no longer be added. */
    JoinAttempt admitted() {
        return new JoinAttempt(highest, List.of(), Optional.empty());
    }

    /**
     * Returns the occupant if it may be removed: an earlier attempt of this process, or a card whose beat did not change for a
     * time-to-live.
     */
    Optional<Occupant> removable(long now, Timing timing) {
        return occupant.filter(card -> attempts.contains(card.incarnation())
                || now - card.since()
                        >= Math.max(card.timeToLive(), timing.timeToLive().toNanos()));
    }

    /** Reports each other process that occupies the member's id once, and once more when its beat advances. */
    static final class OccupantReports {

        /** The card that occupies the id, as it was first seen. */
        private Optional<Card> first = Optional.empty();

        /** The last occupant that was reported to be alive. */
        private Optional<Incarnation> alive = Optional.empty();

        void forget() {
            first = Optional.empty();
        }

        /** Takes the card that occupies the id, unless it is one that an attempt may have added. */
        Optional<MemberEvent> seen(Card by, JoinAttempt attempt) {
            if (attempt.attempts().contains(by.incarnation())) {
                return Optional.empty();
            }
            Optional<Incarnation> occupant = Optional.of(by.incarnation());
            if (!first.map(Card::incarnation).equals(occupant)) {
                first = Optional.of(by);
                return Optional.of(new MemberEvent.Occupied(by));
            }
            if (!alive.equals(occupant) && first.orElseThrow().beat() != by.beat()) {
                alive = occupant;
                return Optional.of(new MemberEvent.IdTaken(by));
            }
            return Optional.empty();
        }
    }
}

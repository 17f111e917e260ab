package dev.divvy.coordination.board;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.coordination.Timing;
import java.time.Duration;

/**
 * What one member posts on the board: who it is, that it is alive, and what it has let go of.
 *
 * @param beat counts the pulses of this incarnation; who stands still is dead
 * @param acknowledged the epoch up to which this incarnation has let go of all that it lost; 0 when none
 * @param address where others reach this member, in words that the application understands; may be empty
 * @param timeToLive what this member's own lease goes by: nobody takes its card off sooner, whatever others are configured with
 */
public record Card(Member member, long beat, long acknowledged, CardState state, String address, Duration timeToLive) {

    public Card {
        Timing.checkTimeToLive(timeToLive);
        if (beat < 0 || acknowledged < 0) {
            throw new IllegalArgumentException("card of " + member.life() + " with beat " + beat
                    + " and acknowledged epoch " + acknowledged + "; neither is ever negative");
        }
        if (!address.isEmpty()) {
            NameRules.check("address of " + member.life(), address, NameRules.LONGEST);
        }
    }

    /** A card with the usual time-to-live of a server. */
    public Card(Member member, long beat, long acknowledged, CardState state, String address) {
        this(member, beat, acknowledged, state, address, Timing.SERVER.timeToLive());
    }

    public Incarnation life() {
        return member.life();
    }

    public Card withBeat(long next) {
        return new Card(member, next, acknowledged, state, address, timeToLive);
    }

    public Card withAcknowledged(long epoch) {
        return new Card(member, beat, epoch, state, address, timeToLive);
    }

    /** Whether this says the same as another, whatever the beats. */
    public boolean saysTheSameAs(Card other) {
        return equals(other.withBeat(beat));
    }
}

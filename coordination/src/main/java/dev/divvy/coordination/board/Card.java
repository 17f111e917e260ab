package dev.divvy.coordination.board;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.support.NameRules;
import dev.divvy.coordination.Timing;
import java.time.Duration;

/**
 * A member's record on the board: its identity, its heartbeat, the epochs up to which it has released what it lost and settled what it has,
 * and what its software can do.
 *
 * @param beat the number of pulses of this incarnation; a member whose beat stays unchanged for its time-to-live is considered dead
 * @param acknowledged the epoch up to which this incarnation has released all pieces that it lost; 0 if none
 * @param settled the last epoch of whose allocation this incarnation said: of all that I own by it, every copy is complete and every heir has
 *     forgotten; 0 if none
 * @param address the address at which the application reaches this member; may be empty
 * @param timeToLive the time-to-live that this member's own lease is based on; other members never eject it sooner, whatever their settings
 * @param abilities the version and abilities of the member's software
 */
public record Card(
        Member member,
        long beat,
        long acknowledged,
        long settled,
        CardState state,
        String address,
        Duration timeToLive,
        Abilities abilities) {

    public Card {
        Timing.checkTimeToLive(timeToLive);
        if (beat < 0 || acknowledged < 0 || settled < 0) {
            throw new IllegalArgumentException("card of " + member.incarnation() + " with beat " + beat
                    + ", acknowledged epoch " + acknowledged + " and settled epoch " + settled
                    + "; none is ever negative");
        }
        if (!address.isEmpty()) {
            NameRules.check("address of " + member.incarnation(), address, NameRules.LONGEST);
        }
    }

    /** Creates a card of a member that settled nothing and has no abilities. */
    public Card(Member member, long beat, long acknowledged, CardState state, String address, Duration timeToLive) {
        this(member, beat, acknowledged, 0, state, address, timeToLive, Abilities.NONE);
    }

    /** Creates a card with the time-to-live of {@link Timing#SERVER}. */
    public Card(Member member, long beat, long acknowledged, CardState state, String address) {
        this(member, beat, acknowledged, state, address, Timing.SERVER.timeToLive());
    }

    public Incarnation incarnation() {
        return member.incarnation();
    }

    public Card withBeat(long next) {
        return new Card(member, next, acknowledged, settled, state, address, timeToLive, abilities);
    }

    public Card withAcknowledged(long epoch) {
        return new Card(member, beat, epoch, settled, state, address, timeToLive, abilities);
    }

    public Card withSettled(long epoch) {
        return new Card(member, beat, acknowledged, epoch, state, address, timeToLive, abilities);
    }

    public Card with(Abilities next) {
        return new Card(member, beat, acknowledged, settled, state, address, timeToLive, next);
    }

    /** Whether this card equals another one except for the beat. */
    public boolean equalsIgnoringBeat(Card other) {
        return equals(other.withBeat(beat));
    }
}

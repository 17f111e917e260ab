package dev.divvy.coordination;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import java.time.Duration;
import java.util.Optional;

/**
 * What a process wants to be in its group, from one incarnation to the next.
 *
 * @param timeToLive what its lease goes by; the group's timing sets it
 * @param suspended it shall hold nothing
 * @param leaving it shall give everything away and go
 * @param ahead it may be given what belongs to a piece before it gains the piece: see {@link #givenAhead}
 */
public record MemberSettings(
        String id,
        Optional<String> zone,
        int weight,
        String address,
        Duration timeToLive,
        boolean suspended,
        boolean leaving,
        boolean ahead) {

    public MemberSettings(String id) {
        this(id, Optional.empty(), 1, "", Timing.SERVER.timeToLive(), false, false, false);
    }

    public MemberSettings {
        new Member(id, 1, zone, weight);
    }

    public Member as(Incarnation life) {
        return new Member(life, zone, weight);
    }

    public MemberSettings inZone(String next) {
        return new MemberSettings(id, Optional.of(next), weight, address, timeToLive, suspended, leaving, ahead);
    }

    public MemberSettings withWeight(int next) {
        return new MemberSettings(id, zone, next, address, timeToLive, suspended, leaving, ahead);
    }

    public MemberSettings at(String next) {
        return new MemberSettings(id, zone, weight, next, timeToLive, suspended, leaving, ahead);
    }

    public MemberSettings living(Duration next) {
        return new MemberSettings(id, zone, weight, address, next, suspended, leaving, ahead);
    }

    public MemberSettings suspended(boolean next) {
        return new MemberSettings(id, zone, weight, address, timeToLive, next, leaving, ahead);
    }

    public MemberSettings leave() {
        return new MemberSettings(id, zone, weight, address, timeToLive, suspended, true, ahead);
    }

    /**
     * Others give this member what belongs to a piece, such as its entries, before it gains the piece. Should it lose the piece again before
     * that, it has something to pass on all the same: it is told of the loss, and acknowledges it only after that.
     */
    public MemberSettings givenAhead() {
        return new MemberSettings(id, zone, weight, address, timeToLive, suspended, leaving, true);
    }
}

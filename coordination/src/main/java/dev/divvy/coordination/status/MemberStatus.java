package dev.divvy.coordination.status;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Runs;
import java.time.Duration;
import java.util.Optional;

/**
 * One member, as seen by another member or by an observer.
 *
 * @param acknowledged the epoch up to which it has released all pieces that it lost
 * @param beatAge how long ago its beat last changed; empty if it is gone, or if the observer does not watch beats
 * @param timeToLive how long its beat may stay the same before the others eject it; empty if it is gone
 * @param pieces the pieces that the allocation assigns to it
 * @param weight its effective weight, including an operator's override
 */
public record MemberStatus(
        Incarnation incarnation,
        MemberState state,
        long acknowledged,
        Optional<Duration> beatAge,
        Optional<Duration> timeToLive,
        Runs pieces,
        int weight,
        Optional<String> zone,
        String address) {

    public String id() {
        return incarnation.member();
    }

    /** Returns this status with the age that an observer has measured. */
    public MemberStatus withBeatAge(Optional<Duration> age) {
        return new MemberStatus(incarnation, state, acknowledged, age, timeToLive, pieces, weight, zone, address);
    }
}

package dev.divvy.coordination.step;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.coordination.Timing;
import java.time.Duration;
import java.util.Optional;

/**
 * What a process wants to be in its group, from one incarnation to the next.
 *
 * @param timeToLive what its lease goes by; the group's timing sets it
 * @param suspended it shall hold nothing
 * @param leaving it shall give everything away and go
 */
public record Self(
        String id,
        Optional<String> zone,
        int weight,
        String address,
        Duration timeToLive,
        boolean suspended,
        boolean leaving) {

    public Self(String id) {
        this(id, Optional.empty(), 1, "", Timing.SERVER.timeToLive(), false, false);
    }

    public Self {
        new Member(id, 1, zone, weight);
    }

    public Member as(Incarnation life) {
        return new Member(life, zone, weight);
    }

    public Self inZone(String next) {
        return new Self(id, Optional.of(next), weight, address, timeToLive, suspended, leaving);
    }

    public Self withWeight(int next) {
        return new Self(id, zone, next, address, timeToLive, suspended, leaving);
    }

    public Self at(String next) {
        return new Self(id, zone, weight, next, timeToLive, suspended, leaving);
    }

    Self living(Duration next) {
        return new Self(id, zone, weight, address, next, suspended, leaving);
    }

    public Self suspended(boolean next) {
        return new Self(id, zone, weight, address, timeToLive, next, leaving);
    }

    public Self leave() {
        return new Self(id, zone, weight, address, timeToLive, suspended, true);
    }
}

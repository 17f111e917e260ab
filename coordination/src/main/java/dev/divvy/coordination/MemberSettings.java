package dev.divvy.coordination;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Runs;
import dev.divvy.coordination.board.Abilities;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of one member. They outlast its incarnations.
 *
 * @param address the address at which the application reaches this member; may be empty
 * @param timeToLive the time-to-live that the member's lease is based on; set from the group's timing
 * @param suspended whether the member holds nothing
 * @param leaving whether the member gives everything away and leaves
 * @param abilities what the member's software can do, for other members to read on its card
 * @param restriction the only pieces that the member may own, by number; empty if it may own any
 */
public record MemberSettings(
        String id,
        Optional<String> zone,
        int weight,
        String address,
        Duration timeToLive,
        boolean suspended,
        boolean leaving,
        Abilities abilities,
        Optional<Runs> restriction) {

    public MemberSettings(String id) {
        this(id, Optional.empty(), 1, "", Timing.SERVER.timeToLive(), false, false, Abilities.NONE, Optional.empty());
    }

    public MemberSettings {
        new Member(new Incarnation(id, 1), zone, weight, restriction);
    }

    public Member asMember(Incarnation incarnation) {
        return new Member(incarnation, zone, weight, restriction);
    }

    public MemberSettings inZone(String next) {
        return new MemberSettings(
                id, Optional.of(next), weight, address, timeToLive, suspended, leaving, abilities, restriction);
    }

    public MemberSettings withWeight(int next) {
        return new MemberSettings(id, zone, next, address, timeToLive, suspended, leaving, abilities, restriction);
    }

    public MemberSettings withAddress(String next) {
        return new MemberSettings(id, zone, weight, next, timeToLive, suspended, leaving, abilities, restriction);
    }

    public MemberSettings withTimeToLive(Duration next) {
        return new MemberSettings(id, zone, weight, address, next, suspended, leaving, abilities, restriction);
    }

    public MemberSettings suspended(boolean next) {
        return new MemberSettings(id, zone, weight, address, timeToLive, next, leaving, abilities, restriction);
    }

    public MemberSettings leave() {
        return new MemberSettings(id, zone, weight, address, timeToLive, suspended, true, abilities, restriction);
    }

    public MemberSettings withAbilities(Abilities next) {
        return new MemberSettings(id, zone, weight, address, timeToLive, suspended, leaving, next, restriction);
    }

    /**
     * Returns these settings for a member that owns none but these pieces, and shares them only with other members that are restricted to
     * them. Its group must have {@linkplain Group#withFixedPieces() fixed pieces}, so that the numbers mean the same to all.
     */
    public MemberSettings restrictedTo(Runs only) {
        return new MemberSettings(
                id, zone, weight, address, timeToLive, suspended, leaving, abilities, Optional.of(only));
    }
}

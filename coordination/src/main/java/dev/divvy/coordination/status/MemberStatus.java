package dev.divvy.coordination.status;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Runs;
import java.time.Duration;
import java.util.Optional;

/**
 * One member, as another one sees it.
 *
 * @param acknowledged the epoch up to which it has let go of all that it lost
 * @param beatAge how long ago its beat was last seen to move; empty when it is gone, and when nobody watched it
 * @param pieces what the allocation gives to it
 * @param weight the one that counts, operators' wishes included
 */
public record MemberStatus(
        Incarnation life,
        MemberState state,
        long acknowledged,
        Optional<Duration> beatAge,
        Runs pieces,
        int weight,
        Optional<String> zone,
        String address) {

    public String id() {
        return life.member();
    }
}

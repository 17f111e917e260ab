package dev.divvy.allocation;

import dev.divvy.allocation.support.NameRules;
import java.util.Optional;

/**
 * A process that may own pieces. Its share is its weight divided by the sum of all weights. A member of weight 0 is drained: it owns
 * nothing and stays in the roster.
 *
 * @param zone the data centre or rack in which it runs; copies of a piece are placed in different zones
 */
public record Member(Incarnation incarnation, Optional<String> zone, int weight) {

    /** The maximum weight: with {@link Pieces#MOST} and {@link Roster#MOST} no product overflows a long. */
    public static final int HEAVIEST = 1_000_000;

    public Member {
        String id = incarnation.member();
        zone.ifPresent(name -> NameRules.check("zone of member " + id, name, NameRules.LONGEST));
        checkWeight(id, weight);
    }

    public Member(String id, long incarnation, Optional<String> zone, int weight) {
        this(new Incarnation(id, incarnation), zone, weight);
    }

    public String id() {
        return incarnation.member();
    }

    /** Creates a member of weight 1, with incarnation 0, in no zone. */
    public static Member of(String id) {
        return new Member(id, 0, Optional.empty(), 1);
    }

    public Member withWeight(int newWeight) {
        return newWeight == weight ? this : new Member(incarnation, zone, newWeight);
    }

    public Member withIncarnation(long newIncarnation) {
        return new Member(id(), newIncarnation, zone, weight);
    }

    public Member inZone(String newZone) {
        return new Member(incarnation, Optional.of(newZone), weight);
    }

    static int checkWeight(String id, int weight) {
        if (weight < 0 || weight > HEAVIEST) {
            throw new IllegalArgumentException(
                    "weight " + weight + " of member " + id + " is not between 0 and " + HEAVIEST);
        }
        return weight;
    }
}

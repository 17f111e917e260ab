package dev.divvy.allocation;

import java.util.Optional;

/**
 * A process that may own pieces. Its share is its weight over the sum of all weights; weight 0 drains it: it owns nothing and stays.
 *
 * @param zone where it runs (a data centre, a rack): copies of a piece are kept in zones apart
 */
public record Member(String id, long incarnation, Optional<String> zone, int weight) {

    /** The heaviest weight: with {@link Pieces#MOST} and {@link Roster#MOST} no product overflows a long. */
    public static final int HEAVIEST = 1_000_000;

    public Member {
        Names.check("member id", id, Names.LONGEST);
        zone.ifPresent(name -> Names.check("zone of member " + id, name, Names.LONGEST));
        if (incarnation < 0) {
            throw new IllegalArgumentException("incarnation " + incarnation + " of member " + id + " is negative");
        }
        checkWeight(id, weight);
    }

    /** A member of weight 1, in its first life, in no zone. */
    public static Member of(String id) {
        return new Member(id, 0, Optional.empty(), 1);
    }

    public Member withWeight(int newWeight) {
        return newWeight == weight ? this : new Member(id, incarnation, zone, newWeight);
    }

    public Member withIncarnation(long newIncarnation) {
        return new Member(id, newIncarnation, zone, weight);
    }

    public Member inZone(String newZone) {
        return new Member(id, incarnation, Optional.of(newZone), weight);
    }

    public Incarnation life() {
        return new Incarnation(id, incarnation);
    }

    static int checkWeight(String id, int weight) {
        if (weight < 0 || weight > HEAVIEST) {
            throw new IllegalArgumentException(
                    "weight " + weight + " of member " + id + " is not between 0 and " + HEAVIEST);
        }
        return weight;
    }
}

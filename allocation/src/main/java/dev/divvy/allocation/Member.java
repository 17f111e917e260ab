package dev.divvy.allocation;

import dev.divvy.allocation.support.NameRules;
import java.util.Optional;

/**
 * A process that may own pieces. Its share is its weight divided by the sum of all weights. A member of weight 0 is drained: it owns
 * nothing and stays in the roster.
 *
 * @param zone the data centre or rack in which it runs; copies of a piece are placed in different zones
 * @param restriction the only pieces that it may own, by number; empty if it may own any. These pieces belong to members that are restricted
 *     to them, as long as one of those may own pieces
 */
public record Member(Incarnation incarnation, Optional<String> zone, int weight, Optional<Runs> restriction) {

    /** The maximum weight: with {@link Pieces#MOST} and {@link Roster#MOST} no product overflows a long. */
    public static final int HEAVIEST = 1_000_000;

    /** The maximum length of a restriction as text. */
    public static final int LONGEST_RESTRICTION = 4000;

    public Member {
        String id = incarnation.member();
        zone.ifPresent(name -> NameRules.check("zone of member " + id, name, NameRules.LONGEST));
        checkWeight(id, weight);
        restriction.ifPresent(only -> checkRestriction(id, only));
    }

    /** Creates a member that may own any piece. */
    public Member(Incarnation incarnation, Optional<String> zone, int weight) {
        this(incarnation, zone, weight, Optional.empty());
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
        return newWeight == weight ? this : new Member(incarnation, zone, newWeight, restriction);
    }

    public Member withIncarnation(long newIncarnation) {
        return new Member(new Incarnation(id(), newIncarnation), zone, weight, restriction);
    }

    public Member inZone(String newZone) {
        return new Member(incarnation, Optional.of(newZone), weight, restriction);
    }

    /** Returns this member restricted to these pieces: it owns no others. */
    public Member restrictedTo(Runs only) {
        return new Member(incarnation, zone, weight, Optional.of(only));
    }

    /** Whether this member may own a piece: its weight is above 0, and it is not restricted to others. */
    public boolean mayOwn(int piece) {
        return weight > 0 && restriction.map(only -> only.contains(piece)).orElse(true);
    }

    private static void checkRestriction(String id, Runs only) {
        int length = only.toString().length();
        if (only.isEmpty() || length > LONGEST_RESTRICTION) {
            throw new IllegalArgumentException("the restriction of member " + id + " names " + only.count()
                    + " pieces in " + only.size() + " ranges; it must name one at least, and its text of " + length
                    + " characters must not exceed " + LONGEST_RESTRICTION);
        }
    }

    static int checkWeight(String id, int weight) {
        if (weight < 0 || weight > HEAVIEST) {
            throw new IllegalArgumentException(
                    "weight " + weight + " of member " + id + " is not between 0 and " + HEAVIEST);
        }
        return weight;
    }
}

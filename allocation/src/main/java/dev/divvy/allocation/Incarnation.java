package dev.divvy.allocation;

import dev.divvy.allocation.support.NameRules;

/** One run of a member: its id and a number. A process that comes back under its old id is a new incarnation. */
public record Incarnation(String member, long number) implements Comparable<Incarnation> {

    public Incarnation {
        NameRules.check("member id", member, NameRules.LONGEST);
        if (number < 0) {
            throw new IllegalArgumentException("incarnation " + number + " of member " + member + " is negative");
        }
    }

    // The methods that a record has by itself are slow until they are compiled. A change of members compares
    // incarnations for every piece.

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Incarnation incarnation
                        && number == incarnation.number
                        && member.equals(incarnation.member));
    }

    @Override
    public int hashCode() {
        return 31 * member.hashCode() + Long.hashCode(number);
    }

    @Override
    public int compareTo(Incarnation other) {
        int byMember = member.compareTo(other.member);
        return byMember != 0 ? byMember : Long.compare(number, other.number);
    }

    @Override
    public String toString() {
        return member + "/" + number;
    }
}

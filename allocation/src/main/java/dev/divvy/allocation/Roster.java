package dev.divvy.allocation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The live members, sorted by id, each id once. A member's position is its index. May be empty: then no piece has an owner. */
public final class Roster {

    /** The maximum number of members of one group. */
    public static final int MOST = 10_000;

    public static final Roster EMPTY = new Roster(List.of());

    private final List<Member> members;

    private Roster(List<Member> sorted) {
        this.members = sorted;
    }

    public static Roster of(Member... members) {
        return of(List.of(members));
    }

    /** Creates a roster from members in any order. */
    public static Roster of(Collection<Member> members) {
        if (members.size() > MOST) {
            throw new IllegalArgumentException(members.size() + " members are too many; the most is " + MOST);
        }
        List<Member> sorted = new ArrayList<>(members);
        sorted.sort(Comparator.comparing(Member::id));
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).id().equals(sorted.get(i - 1).id())) {
                throw new IllegalArgumentException("member id " + sorted.get(i).id() + " is in the roster twice");
            }
        }
        return new Roster(List.copyOf(sorted));
    }

    public List<Member> members() {
        return members;
    }

    public int size() {
        return members.size();
    }

    public Member get(int index) {
        return members.get(index);
    }

    /** Returns the index of this id, or -1. */
    public int indexOf(String id) {
        int low = 0;
        int high = members.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = members.get(middle).id().compareTo(id);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** Returns for each member here its index in another roster, or -1. */
    public int[] placesIn(Roster other) {
        int[] places = new int[size()];
        int otherIndex = 0;
        for (int index = 0; index < places.length; index++) {
            String id = members.get(index).id();
            int order = -1;
            while (otherIndex < other.size()
                    && (order = compare(other.get(otherIndex).id(), id)) < 0) {
                otherIndex++;
            }
            places[index] = otherIndex < other.size() && order == 0 ? otherIndex : -1;
        }
        return places;
    }

    /** Ids are mostly the same string objects from one epoch to the next, and equals returns at once for these. */
    private static int compare(String first, String second) {
        return first.equals(second) ? 0 : first.compareTo(second);
    }

    public Optional<Member> find(String id) {
        int index = indexOf(id);
        return index < 0 ? Optional.empty() : Optional.of(members.get(index));
    }

    /** Returns this roster with one more member; a member of the same id is replaced. */
    public Roster with(Member member) {
        List<Member> next = new ArrayList<>(without(member.id()).members);
        next.add(member);
        return of(next);
    }

    public Roster without(String id) {
        int index = indexOf(id);
        if (index < 0) {
            return this;
        }
        List<Member> next = new ArrayList<>(members);
        next.remove(index);
        return new Roster(List.copyOf(next));
    }

    /** Returns this roster with other weights or zones; ids must stay. The same instance when nothing changes. */
    public Roster map(UnaryOperator<Member> change) {
        List<Member> changed = new ArrayList<>(members.size());
        boolean same = true;
        for (Member member : members) {
            Member next = change.apply(member);
            same &= next.equals(member);
            changed.add(next);
        }
        return same ? this : of(changed);
    }

    /** The sum of the weights; 0 when no member is eligible. */
    public long weight() {
        long sum = 0;
        for (Member member : members) {
            sum += member.weight();
        }
        return sum;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Roster that && members.equals(that.members);
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }

    @Override
    public String toString() {
        return members.toString();
    }
}

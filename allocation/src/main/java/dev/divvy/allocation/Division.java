package dev.divvy.allocation;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The owner of every piece, and nothing else: for each member of a roster, by its index, its runs of pieces. It is the result of an
 * allocator; an {@link Allocation} adds the history. No piece has two owners; pieces without an owner are {@link #unowned()}.
 */
public final class Division {

    public static final int NO_MEMBER = -1;

    private final int count;
    private final List<Runs> owned;
    private final Runs unowned;

    private Division(int count, List<Runs> owned, Runs unowned) {
        this.count = count;
        this.owned = owned;
        this.unowned = unowned;
    }

    /** Creates a division from each member's runs, in the order of the roster. */
    public static Division of(int count, List<Runs> owned) {
        BitSet taken = new BitSet(count);
        long sum = 0;
        for (Runs runs : owned) {
            if (!runs.isEmpty() && runs.last(runs.size() - 1) >= count) {
                throw new IllegalArgumentException(
                        "piece " + runs.last(runs.size() - 1) + " has an owner but does not exist: there are " + count);
            }
            runs.addTo(taken);
            sum += runs.count();
        }
        if (taken.cardinality() < sum) {
            throw new IllegalArgumentException("piece " + ownedTwice(owned) + " has two owners");
        }
        taken.flip(0, count);
        return new Division(count, List.copyOf(owned), Runs.ofBits(taken));
    }

    private static int ownedTwice(List<Runs> owned) {
        Runs seen = Runs.NONE;
        for (Runs runs : owned) {
            Runs twice = seen.and(runs);
            if (!twice.isEmpty()) {
                return twice.first(0);
            }
            seen = seen.plus(runs);
        }
        throw new AssertionError("no piece is owned twice");
    }

    /** Creates a division from the index of each piece's owner, or {@link #NO_MEMBER}. */
    public static Division ofOwners(int members, int... owners) {
        Runs.Builder[] builders = new Runs.Builder[members];
        Arrays.setAll(builders, member -> new Runs.Builder());
        Runs.Builder unowned = new Runs.Builder();
        for (int first = 0, last; first < owners.length; first = last + 1) {
            int owner = owners[first];
            if (owner < NO_MEMBER || owner >= members) {
                throw new IllegalArgumentException(
                        "piece " + first + " has owner " + owner + ", but there are " + members + " members");
            }
            for (last = first; last + 1 < owners.length && owners[last + 1] == owner; ) {
                last++;
            }
            (owner == NO_MEMBER ? unowned : builders[owner]).add(first, last);
        }
        List<Runs> owned = Arrays.stream(builders).map(Runs.Builder::build).toList();
        return new Division(owners.length, owned, unowned.build());
    }

    /** The number of pieces. */
    public int count() {
        return count;
    }

    /** The number of members. */
    public int members() {
        return owned.size();
    }

    public Runs of(int member) {
        return owned.get(member);
    }

    public Runs unowned() {
        return unowned;
    }

    /** Returns the index of each piece's owner, or {@link #NO_MEMBER}; a fresh array. */
    public int[] owners() {
        int[] owners = new int[count];
        Arrays.fill(owners, NO_MEMBER);
        for (int member = 0; member < owned.size(); member++) {
            Runs runs = owned.get(member);
            for (int run = 0; run < runs.size(); run++) {
                Arrays.fill(owners, runs.first(run), runs.last(run) + 1, member);
            }
        }
        return owners;
    }

    /** Returns the number of pieces of each member; a fresh array. */
    public int[] counts() {
        return owned.stream().mapToInt(Runs::count).toArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Division that && count == that.count && owned.equals(that.owned);
    }

    @Override
    public int hashCode() {
        return 31 * count + owned.hashCode();
    }

    @Override
    public String toString() {
        return owned.toString();
    }
}

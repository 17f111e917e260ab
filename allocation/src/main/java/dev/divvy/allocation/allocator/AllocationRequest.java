package dev.divvy.allocation.allocator;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The input of an allocator: the pieces to divide, the roster, and the previous allocation, if there is one. */
public final class AllocationRequest {

    private final Pieces pieces;
    private final Roster weighed;
    private final Roster roster;
    private final List<Runs> pinned;
    private final Runs reserved;
    private final Runs unpinned;
    private final Runs promoted;
    private final Optional<Allocation> previous;
    private final int[] previousIndexes;
    private final int[] currentIndexes;

    private AllocationRequest(
            Pieces pieces,
            Roster weighed,
            Roster roster,
            List<Runs> pinned,
            Runs reserved,
            Runs unpinned,
            Runs promoted,
            Optional<Allocation> previous) {
        this.pieces = pieces;
        this.weighed = weighed;
        this.roster = roster;
        this.pinned = pinned;
        this.reserved = reserved;
        this.unpinned = unpinned;
        this.promoted = promoted;
        this.previous = previous;
        this.previousIndexes = weighed.placesIn(previous.map(Allocation::roster).orElse(Roster.EMPTY));
        this.currentIndexes =
                inverse(previousIndexes, previous.map(Allocation::roster).orElse(Roster.EMPTY));
    }

    /**
     * Creates the request for this roster under these directives.
     *
     * @param previous the previous allocation, over the same pieces
     */
    public static AllocationRequest of(
            Pieces pieces, Roster roster, Directives directives, Optional<Allocation> previous) {
        if (previous.isPresent() && !previous.get().pieces().equals(pieces)) {
            throw new IllegalArgumentException(
                    "the previous allocation is of " + previous.get().pieces() + ", not of " + pieces);
        }
        Roster weighed = directives.applyTo(roster);
        List<Runs> pinned = pins(pieces, weighed, directives);
        Runs unpinned = without(pieces.all(), pinned);
        Runs reserved = restrictions(weighed).and(unpinned);
        Roster sharing = weighed.map(member -> member.restriction().isPresent() ? member.withWeight(0) : member);
        return new AllocationRequest(
                pieces, weighed, sharing, pinned, reserved, unpinned.minus(reserved), Runs.NONE, previous);
    }

    /**
     * Returns this request with more pieces that are decided before the allocator runs. It must treat them as pinned.
     *
     * @param fixed by member, the unpinned pieces that it must own
     * @param promoted those of them that go to a member because it has their data
     */
    public AllocationRequest fixing(List<Runs> fixed, Runs promoted) {
        List<Runs> all = new ArrayList<>();
        for (int member = 0; member < pinned.size(); member++) {
            all.add(pinned.get(member).plus(fixed.get(member)));
        }
        return new AllocationRequest(
                pieces, weighed, roster, all, reserved, without(unpinned, all), promoted, previous);
    }

    /** Returns the request that divides some reserved pieces, and no others, among the members that are restricted to the first of them. */
    public AllocationRequest dividing(Runs part) {
        int first = part.first(0);
        Roster owners = weighed.map(
                member -> member.restriction().isPresent() && member.mayOwn(first) ? member : member.withWeight(0));
        List<Runs> none = Collections.nCopies(weighed.size(), Runs.NONE);
        return new AllocationRequest(pieces, owners, owners, none, Runs.NONE, part, Runs.NONE, previous);
    }

    public Pieces pieces() {
        return pieces;
    }

    /** Returns the roster with the weights by which the unpinned pieces are divided; a member of weight 0 owns none of them. */
    public Roster roster() {
        return roster;
    }

    /** Returns the roster with the weights that count; unlike in {@link #roster()}, restricted members have theirs. */
    public Roster weighed() {
        return weighed;
    }

    /**
     * Returns the pieces that members are restricted to and that are not pinned. They are decided before the allocator runs; no other member
     * owns them.
     */
    public Runs reserved() {
        return reserved;
    }

    /** Whether any piece is pinned or reserved. */
    public boolean hasPins() {
        return unpinned.count() < pieces.count();
    }

    /** Returns the pieces pinned to a member, by its index; none for a member of weight 0. */
    public Runs pinned(int member) {
        return pinned.get(member);
    }

    /** Returns the pieces that go to a member because it has the data of an owner that is gone. */
    public Runs promoted() {
        return promoted;
    }

    /** Returns the pieces that are neither pinned nor reserved: the ones to divide. */
    public Runs unpinned() {
        return unpinned;
    }

    public Optional<Allocation> previous() {
        return previous;
    }

    /** Returns the pieces that a member owned before, by its index in the current roster. */
    public Runs ownedBefore(int member) {
        return previousIndexes[member] < 0
                ? Runs.NONE
                : previous.orElseThrow().division().of(previousIndexes[member]);
    }

    /** Returns the index of a member in the previous roster, or -1. */
    public int previousIndex(int member) {
        return previousIndexes[member];
    }

    /** Returns the current index of a member of the previous roster, or -1. */
    public int currentIndex(int previousMember) {
        return currentIndexes[previousMember];
    }

    /** Returns the index of exactly this incarnation, or -1. */
    public int indexOf(Incarnation incarnation) {
        int index = roster.indexOf(incarnation.member());
        return index >= 0 && roster.get(index).incarnation().equals(incarnation) ? index : -1;
    }

    /** Returns for each member of the previous roster its current index if it is still the same incarnation, or -1. */
    public int[] survivors() {
        int[] survivors = currentIndexes.clone();
        for (int before = 0; before < survivors.length; before++) {
            int now = survivors[before];
            if (now >= 0
                    && !previous.orElseThrow()
                            .roster()
                            .get(before)
                            .incarnation()
                            .equals(roster.get(now).incarnation())) {
                survivors[before] = -1;
            }
        }
        return survivors;
    }

    /** Returns the indexes of the members of weight above 0. */
    public int[] eligible() {
        int[] indexes = new int[roster.size()];
        int count = 0;
        for (int member = 0; member < roster.size(); member++) {
            if (roster.get(member).weight() > 0) {
                indexes[count++] = member;
            }
        }
        return Arrays.copyOf(indexes, count);
    }

    /** Returns an array for the owner of each piece, filled with {@link Division#NO_MEMBER}. */
    public int[] emptyOwners() {
        int[] owners = new int[pieces.count()];
        Arrays.fill(owners, Division.NO_MEMBER);
        return owners;
    }

    /** Returns the division for the owners that an allocator without history chose, with pinned pieces at their members. */
    public Division toDivision(int[] owners) {
        for (int member = 0; member < pinned.size(); member++) {
            int owner = member;
            pinned.get(member).forEach(piece -> owners[piece] = owner);
        }
        return Division.ofOwners(roster.size(), owners);
    }

    private static Runs without(Runs all, List<Runs> pinned) {
        BitSet taken = new BitSet();
        pinned.forEach(runs -> runs.addTo(taken));
        return taken.isEmpty() ? all : all.minus(Runs.ofBits(taken));
    }

    private static Runs restrictions(Roster weighed) {
        BitSet named = new BitSet();
        for (Member member : weighed.members()) {
            if (member.weight() > 0) {
                member.restriction().ifPresent(only -> only.addTo(named));
            }
        }
        return Runs.ofBits(named);
    }

    private static int[] inverse(int[] previousIndexes, Roster previous) {
        int[] inverse = new int[previous.size()];
        Arrays.fill(inverse, -1);
        for (int member = 0; member < previousIndexes.length; member++) {
            if (previousIndexes[member] >= 0) {
                inverse[previousIndexes[member]] = member;
            }
        }
        return inverse;
    }

    private static List<Runs> pins(Pieces pieces, Roster weighed, Directives directives) {
        if (directives.pins().isEmpty()) {
            return Collections.nCopies(weighed.size(), Runs.NONE);
        }
        List<List<Integer>> byMember = new ArrayList<>();
        weighed.members().forEach(member -> byMember.add(new ArrayList<>()));
        directives.pins().forEach((name, id) -> {
            int piece = pieces.indexOf(name);
            int member = weighed.indexOf(id);
            if (piece >= 0 && member >= 0 && weighed.get(member).mayOwn(piece)) {
                byMember.get(member).add(piece);
            }
        });
        return byMember.stream()
                .map(pieceList -> Runs.ofPieces(
                        pieceList.stream().mapToInt(Integer::intValue).toArray()))
                .toList();
    }
}

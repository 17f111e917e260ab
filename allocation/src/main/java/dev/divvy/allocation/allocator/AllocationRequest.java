package dev.divvy.allocation.allocator;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Directives;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.Runs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** What an allocator is asked: divide these pieces among this roster, given the allocation before, if there was one. */
public final class AllocationRequest {

    private final Pieces pieces;
    private final Roster roster;
    private final List<Runs> pinned;
    private final Runs open;
    private final Optional<Allocation> previous;
    private final int[] places;
    private final int[] placesNow;

    private AllocationRequest(Pieces pieces, Roster weighed, List<Runs> pinned, Optional<Allocation> previous) {
        this.pieces = pieces;
        this.roster = weighed;
        this.pinned = pinned;
        this.previous = previous;
        this.places = weighed.placesIn(previous.map(Allocation::roster).orElse(Roster.EMPTY));
        this.placesNow = inverse(places, previous.map(Allocation::roster).orElse(Roster.EMPTY));
        this.open = without(pieces.all(), pinned);
    }

    /**
     * The request that these directives make of this roster.
     *
     * @param previous the allocation before, over the same pieces
     */
    public static AllocationRequest of(
            Pieces pieces, Roster roster, Directives directives, Optional<Allocation> previous) {
        if (previous.isPresent() && !previous.get().pieces().equals(pieces)) {
            throw new IllegalArgumentException(
                    "the previous allocation is of " + previous.get().pieces() + ", not of " + pieces);
        }
        Roster weighed = directives.applyTo(roster);
        return new AllocationRequest(pieces, weighed, pins(pieces, weighed, directives), previous);
    }

    public Pieces pieces() {
        return pieces;
    }

    /** With the weights that count; a member of weight 0 may own nothing. */
    public Roster roster() {
        return roster;
    }

    /** Whether any piece is pinned. */
    public boolean pins() {
        return open.count() < pieces.count();
    }

    /** The pieces pinned to a member, by its index; none for a member of weight 0. */
    public Runs pinned(int member) {
        return pinned.get(member);
    }

    /** The pieces that are not pinned: the ones to divide. */
    public Runs open() {
        return open;
    }

    public Optional<Allocation> previous() {
        return previous;
    }

    /** All that a member owned before, by its index in the roster of now. */
    public Runs before(int member) {
        return places[member] < 0
                ? Runs.NONE
                : previous.orElseThrow().division().of(places[member]);
    }

    /** Where a member was in the roster before, or -1. */
    public int place(int member) {
        return places[member];
    }

    /** Where a member of the roster before is now, or -1. */
    public int placeNow(int before) {
        return placesNow[before];
    }

    /** The members of weight above 0, by their index. */
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

    /** An owner for every piece, to be filled in: nobody yet. */
    public int[] nobody() {
        int[] owners = new int[pieces.count()];
        Arrays.fill(owners, Division.NOBODY);
        return owners;
    }

    /** The answer of an allocator without history: the owners it found, but pinned pieces where they are pinned. */
    public Division divide(int[] owners) {
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

    private static int[] inverse(int[] places, Roster before) {
        int[] inverse = new int[before.size()];
        Arrays.fill(inverse, -1);
        for (int member = 0; member < places.length; member++) {
            if (places[member] >= 0) {
                inverse[places[member]] = member;
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
            if (piece >= 0 && member >= 0 && weighed.get(member).weight() > 0) {
                byMember.get(member).add(piece);
            }
        });
        return byMember.stream()
                .map(mine ->
                        Runs.ofPieces(mine.stream().mapToInt(Integer::intValue).toArray()))
                .toList();
    }
}

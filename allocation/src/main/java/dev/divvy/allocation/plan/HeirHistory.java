package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.allocator.AllocationRequest;
import dev.divvy.allocation.replication.Heirs;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Carries the heirs on from one allocation to the next. The incarnations that may have the data of a piece are its previous owner, the
 * previous keepers of copies and the previous heirs. Laws, in ranked order:
 *
 * <ol>
 *   <li>Each of them that is on the board and neither owns the piece nor keeps a copy of it in the next allocation is an heir in it.
 *   <li>Except that previous heirs are left out when the owner stays, in the same incarnation, and said that the previous epoch is settled:
 *       these have forgotten the data.
 *   <li>Nobody else is an heir. In particular an incarnation inherits nothing from an earlier one of the same member.
 * </ol>
 */
final class HeirHistory {

    private final AllocationRequest request;
    private final Allocation previous;
    private final Acknowledgements acknowledgements;
    private final int[] ownersBefore;
    private final int[] owners;
    private final Copies copies;
    private final int[] survivors;
    private final boolean[] present;
    private final boolean[] settled;

    private HeirHistory(
            AllocationRequest request,
            Allocation previous,
            Division division,
            Copies copies,
            Acknowledgements acknowledgements) {
        this.request = request;
        this.previous = previous;
        this.acknowledgements = acknowledgements;
        this.ownersBefore = previous.division().owners();
        this.owners = division.owners();
        this.copies = copies;
        this.survivors = request.survivors();
        this.present = new boolean[survivors.length];
        this.settled = new boolean[survivors.length];
        for (int member = 0; member < survivors.length; member++) {
            Incarnation incarnation = previous.roster().get(member).incarnation();
            present[member] = acknowledgements.present(incarnation);
            settled[member] = acknowledgements.settled(incarnation) >= previous.epoch();
        }
    }

    /** Returns the heirs for a division with these copies; none at the start of a lineage. */
    static Heirs next(AllocationRequest request, Division division, Copies copies, Acknowledgements acknowledgements) {
        return request.previous()
                .map(previous -> new HeirHistory(request, previous, division, copies, acknowledgements).heirs())
                .orElse(Heirs.NONE);
    }

    private Heirs heirs() {
        List<List<Incarnation>> byPiece = new ArrayList<>(owners.length);
        for (int piece = 0; piece < owners.length; piece++) {
            byPiece.add(heirs(piece));
        }
        return Heirs.of(byPiece);
    }

    private List<Incarnation> heirs(int piece) {
        int owner = ownersBefore[piece];
        boolean stays = owner != Division.NO_MEMBER && survivors[owner] >= 0 && survivors[owner] == owners[piece];
        List<Incarnation> earlier =
                stays && settled[owner] ? List.of() : previous.holders().heirs().of(piece);
        boolean lostByOwner = !stays && mustRemember(owner, piece);
        Copies before = previous.holders().copies();
        boolean lostByCopy = false;
        for (int level = 0; level < before.depth(); level++) {
            lostByCopy |= mustRemember(before.holder(piece, level), piece);
        }
        if (!lostByOwner && !lostByCopy && earlier.isEmpty()) {
            return List.of();
        }
        TreeSet<Incarnation> heirs = new TreeSet<>();
        if (lostByOwner) {
            heirs.add(incarnation(owner));
        }
        for (int level = 0; level < before.depth() && lostByCopy; level++) {
            int holder = before.holder(piece, level);
            if (mustRemember(holder, piece)) {
                heirs.add(incarnation(holder));
            }
        }
        for (Incarnation heir : earlier) {
            if (acknowledgements.present(heir) && !has(request.indexOf(heir), piece)) {
                heirs.add(heir);
            }
        }
        return List.copyOf(heirs);
    }

    /** Whether a previous member that had the piece is on the board and has no part in it any more. */
    private boolean mustRemember(int before, int piece) {
        return before != Division.NO_MEMBER && present[before] && !has(survivors[before], piece);
    }

    private boolean has(int member, int piece) {
        return member >= 0 && (owners[piece] == member || (copies.depth() > 0 && copies.holds(member, piece)));
    }

    private Incarnation incarnation(int before) {
        return previous.roster().get(before).incarnation();
    }
}

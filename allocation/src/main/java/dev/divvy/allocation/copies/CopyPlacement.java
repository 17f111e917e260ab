package dev.divvy.allocation.copies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Places the copies of all pieces. A pure function that keeps these laws, in ranked order:
 *
 * <ol>
 *   <li>APART: a copy is never at the owner of its piece, never twice at one member, never at a member of weight 0. There are as many as
 *       requested, or as there are members to keep them.
 *   <li>ZONES: owner and copies of a piece are in as many zones as possible.
 *   <li>UNSETTLED: of each piece that is not settled, as many copies stay as the laws above allow.
 *   <li>EVEN: every member holds floor or ceil of its share of the copies. The share is by weight, within what zones force or forbid
 *       ({@link CopyShares}). Where even that is not possible, the sum of the squares of what is beyond is the least.
 *   <li>SPREAD: the copies of one owner's pieces are spread over the others: the sum, over owners and members, of the square of the number
 *       of the owner's pieces with a copy at the member is the least that EVEN allows (each square divided by the member's weight). With
 *       equal weights, no zones and one copy, an owner's pieces then have floor or ceil of {@code pieces / others} copies at every other
 *       member; when the owner crashes and the copies take over, every survivor owns at most one piece more than ceil, or less than
 *       floor, of its new share. When all owned equally many pieces before, survivors are within one piece of each other.
 *   <li>STAY: no placement that keeps the laws above has fewer copies at members that did not hold them before.
 *   <li>DETERMINISTIC: the same request, the same answer.
 * </ol>
 *
 * EVEN ranks above SPREAD, because there are cases where survivors within one piece of each other and even copies exclude each other: with
 * owners of 2, 1 and 1 pieces and one copy, the first member would have to hold no copy and the others two each.
 *
 * <p>UNSETTLED ranks above EVEN, because a copy whose owner has not settled may be one of few that are complete. So the epoch after a change
 * may leave the copies uneven; a later one, when all owners have settled, makes them even.
 *
 * <p>The laws EVEN, SPREAD and STAY are one flow of least cost ({@link PlacementNetwork}), of which the copies that UNSETTLED decides are a
 * constant part. Exactly, the pieces with the same owner and the same previous holders are one source of it, a class. That makes many sources;
 * so the flow begins with one group per owner. That is a relaxation: its answer can need copies that no piece can take, or a needless move.
 * {@link RowFill} and {@link Trades} distribute the answer without either, for most owners. Where they cannot, the group is split
 * ({@link PieceGroups}), in the end into its classes, and the flow goes on from where it is. So the result is exact in any case. Beyond
 * {@value #MOST_MEMBERS} members the placement is {@link GreedyPlacement}, which keeps the first two laws and comes near to UNSETTLED, EVEN and
 * STAY.
 */
public final class CopyPlacement {

    /** The most members with an exact placement: the flow has a place for every pair of owner and member. */
    public static final int MOST_MEMBERS = 512;

    /** Up to so many pairs of a class and a member, all pieces are placed by class. */
    private static final int CLASS_ARCS = 20_000;

    /** With more members than this, classes are too many to be worth counting. */
    private static final int FEW_MEMBERS = 16;

    private CopyPlacement() {}

    /** Returns the holders of each piece, {@code depth} entries per piece; {@link CopyRequest#NONE} where no member could take a copy. */
    public static int[] place(CopyRequest request) {
        return request.members() > MOST_MEMBERS ? GreedyPlacement.place(request) : place(request, CLASS_ARCS);
    }

    static int[] place(CopyRequest request, int classArcs) {
        OwnerRows rows = new OwnerRows(request);
        List<CopySource> sources = sources(rows, classArcs);
        sources.removeIf(source -> source.copies() == 0);
        sources.sort(Comparator.comparingInt(CopySource::row));
        CopyShares shares = CopyShares.of(request, rows);
        PlacementNetwork network = new PlacementNetwork(rows, shares, sources);
        while (true) {
            HolderSets holders = new HolderSets(rows);
            List<SourceArcs> stuck = fill(rows, shares, network, holders);
            if (stuck.isEmpty()) {
                return holders.toSlots();
            }
            for (SourceArcs group : stuck) {
                network.replace(group, PieceGroups.split(rows, group.source()), holders);
            }
            network.solve();
        }
    }

    /** Places all copies as the flow says; returns the groups for which that takes more moves. */
    private static List<SourceArcs> fill(
            OwnerRows rows, CopyShares shares, PlacementNetwork network, HolderSets holders) {
        List<SourceArcs> stuck = new ArrayList<>();
        List<RowFill> fills = new ArrayList<>();
        for (SourceArcs arcs : network.sources()) {
            CopySource source = arcs.source();
            if (source.isClass()) {
                holders.dealClass(source.pieces(), arcs.copies());
                continue;
            }
            RowFill fill = new RowFill(rows, source.row(), source.pieces(), holders);
            if (!fill.fill(arcs.copies())) {
                stuck.add(arcs);
                fills.add(fill);
            }
        }
        return fills.isEmpty() || new Trades(rows, shares, holders, fills).repair() ? List.of() : stuck;
    }

    /**
     * Returns the sources of all copies: the pieces by class if that makes few classes. Otherwise only pieces that cannot keep all of their
     * holders are taken by class, and the others by owner.
     */
    private static List<CopySource> sources(OwnerRows rows, int classArcs) {
        CopyRequest request = rows.request();
        boolean[] inClass = new boolean[request.pieces()];
        for (int piece = 0; piece < inClass.length; piece++) {
            inClass[piece] = !rows.isComplete(piece);
        }
        int[] open = select(inClass);
        if (request.members() <= FEW_MEMBERS || (long) open.length * request.members() <= classArcs) {
            PieceClasses classes = PieceClasses.of(rows, open);
            if (classes.count() * request.members() <= classArcs) {
                return classes.sources();
            }
        }
        for (int piece : open) {
            inClass[piece] = !rows.keepsAll(piece);
        }
        List<CopySource> sources = PieceGroups.ofOwners(rows, inClass);
        sources.addAll(PieceClasses.of(rows, select(inClass)).sources());
        return sources;
    }

    private static int[] select(boolean[] inClass) {
        int[] pieces = new int[inClass.length];
        int count = 0;
        for (int piece = 0; piece < inClass.length; piece++) {
            if (inClass[piece]) {
                pieces[count++] = piece;
            }
        }
        return Arrays.copyOf(pieces, count);
    }
}

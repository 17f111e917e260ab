package dev.divvy.allocation.copies;

import java.util.BitSet;

/**
 * The input of {@link CopyPlacement}, by index: pieces from 0, members from 0, zones from 0. Lists of holders have {@code depth} entries
 * per piece, those of piece 0 first. The arrays are not copied and must not change.
 */
public final class CopyRequest {

    /** No member. */
    public static final int NONE = -1;

    private final int depth;
    private final int[] owners;
    private final int previousDepth;
    private final int[] previous;
    private final int[] weights;
    private final int[] zones;
    private final BitSet unsettled;

    /**
     * Creates a request in which all pieces are settled.
     *
     * @param depth the number of copies to place per piece
     * @param owners the owner of each piece, or {@link #NONE}
     * @param previousDepth the number of entries per piece in {@code previous}
     * @param previous the holders of each piece before, or {@link #NONE}; members that are gone or restarted are
     *     {@link #NONE}
     * @param weights the weight of each member; 0 holds nothing
     * @param zones the zone of each member
     */
    public CopyRequest(int depth, int[] owners, int previousDepth, int[] previous, int[] weights, int[] zones) {
        if (previous.length != owners.length * previousDepth) {
            throw new IllegalArgumentException(previous.length + " previous holders do not fit " + owners.length
                    + " pieces with " + previousDepth + " copies");
        }
        if (zones.length != weights.length) {
            throw new IllegalArgumentException(zones.length + " zones do not fit " + weights.length + " members");
        }
        this.depth = depth;
        this.owners = owners;
        this.previousDepth = previousDepth;
        this.previous = previous;
        this.weights = weights;
        this.zones = zones;
        this.unsettled = new BitSet();
    }

    private CopyRequest(CopyRequest request, BitSet unsettled) {
        this.depth = request.depth;
        this.owners = request.owners;
        this.previousDepth = request.previousDepth;
        this.previous = request.previous;
        this.weights = request.weights;
        this.zones = request.zones;
        this.unsettled = unsettled;
    }

    /** Returns this request with other unsettled pieces: their copies are not moved for balance. */
    public CopyRequest withUnsettled(BitSet pieces) {
        return new CopyRequest(this, pieces);
    }

    int depth() {
        return depth;
    }

    int[] owners() {
        return owners;
    }

    int previousDepth() {
        return previousDepth;
    }

    int[] previous() {
        return previous;
    }

    int[] weights() {
        return weights;
    }

    int[] zones() {
        return zones;
    }

    /** Whether the copies of a piece are not moved for balance. */
    boolean isUnsettled(int piece) {
        return unsettled.get(piece);
    }

    int members() {
        return weights.length;
    }

    int pieces() {
        return owners.length;
    }

    /** The number of zones: one more than the largest zone. */
    int zoneCount() {
        int count = 0;
        for (int zone : zones) {
            count = Math.max(count, zone + 1);
        }
        return count;
    }

    boolean heldBefore(int piece, int member) {
        for (int slot = piece * previousDepth; slot < (piece + 1) * previousDepth; slot++) {
            if (previous[slot] == member) {
                return true;
            }
        }
        return false;
    }
}

package dev.divvy.allocation.copies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Places copies one by one: a copy stays where it was unless its holder is gone, owns the piece now, shares a zone although another is
 * available, or holds more than its share while another member could take it and the piece is settled. Keeps the laws APART and ZONES; the
 * others nearly.
 *
 * <p>Cost: O(pieces x copies), plus O(members x copies) per copy that needs a new holder or that zones keep from moving to a member below
 * its share.
 */
final class GreedyPlacement {

    private final CopyRequest request;
    private final int[] weights;
    private final int[] owners;
    private final int depth;
    private final int[] holders;
    private final int[] zones;
    private final int zoneCount;
    private final int[] load;

    private GreedyPlacement(CopyRequest request) {
        this.request = request;
        this.weights = request.weights();
        this.owners = request.owners();
        this.depth = request.depth();
        this.holders = new int[owners.length * depth];
        this.zones = request.zones();
        this.load = new int[weights.length];
        boolean[] eligible = new boolean[request.zoneCount()];
        int count = 0;
        for (int member = 0; member < weights.length; member++) {
            if (weights[member] > 0 && !eligible[zones[member]]) {
                eligible[zones[member]] = true;
                count++;
            }
        }
        this.zoneCount = count;
        Arrays.fill(holders, CopyRequest.NONE);
    }

    static int[] place(CopyRequest request) {
        GreedyPlacement placement = new GreedyPlacement(request);
        if (placement.zoneCount > 0) {
            placement.keepPrevious();
            placement.fill();
            placement.rebalance();
        }
        return placement.holders;
    }

    private void keepPrevious() {
        int levels = Math.min(depth, request.previousDepth());
        for (int piece = 0; piece < owners.length; piece++) {
            int sharingZone = 0;
            for (int level = 0; level < levels; level++) {
                int member = request.previous()[piece * request.previousDepth() + level];
                if (mayHold(member, piece)) {
                    if (zoneIsNew(member, piece)) {
                        put(member, piece * depth + level);
                    } else {
                        sharingZone |= 1 << level;
                    }
                }
            }
            for (int level = 0; level < levels && sharingZone != 0; level++) {
                int member = request.previous()[piece * request.previousDepth() + level];
                if ((sharingZone & (1 << level)) != 0
                        && mayHold(member, piece)
                        && emptySlots(piece) > zoneCount - zonesOf(piece)) {
                    put(member, piece * depth + level);
                }
            }
        }
    }

    private void fill() {
        for (int piece = 0; piece < owners.length; piece++) {
            for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
                int member = holders[slot] == CopyRequest.NONE ? bestFor(piece) : CopyRequest.NONE;
                if (member != CopyRequest.NONE) {
                    put(member, slot);
                }
            }
        }
    }

    /** Returns the least loaded member that may hold a copy of this piece, preferably in a new zone. */
    private int bestFor(int piece) {
        int best = CopyRequest.NONE;
        boolean bestIsNew = false;
        for (int member = 0; member < weights.length; member++) {
            if (!mayHold(member, piece)) {
                continue;
            }
            boolean isNew = zoneIsNew(member, piece);
            if (best == CopyRequest.NONE || (isNew && !bestIsNew) || (isNew == bestIsNew && isLighter(member, best))) {
                best = member;
                bestIsNew = isNew;
            }
        }
        return best;
    }

    private boolean isLighter(int member, int other) {
        return (long) load[member] * weights[other] < (long) load[other] * weights[member];
    }

    /** Moves copies from members above their share to members below theirs, where zones allow it. */
    private void rebalance() {
        long all = (long) owners.length * depth;
        long weight = Arrays.stream(weights).asLongStream().sum();
        List<Integer> underloaded = new ArrayList<>();
        for (int member = 0; member < weights.length; member++) {
            if (load[member] < all * weights[member] / weight) {
                underloaded.add(member);
            }
        }
        for (int slot = 0; slot < holders.length && !underloaded.isEmpty(); slot++) {
            int from = holders[slot];
            if (from != CopyRequest.NONE
                    && !request.isUnsettled(slot / depth)
                    && load[from] * weight > all * weights[from]) {
                shift(slot, underloaded);
                underloaded.removeIf(member -> load[member] >= all * weights[member] / weight);
            }
        }
    }

    private boolean shift(int slot, List<Integer> underloaded) {
        int piece = slot / depth;
        int from = holders[slot];
        int zonesBefore = zonesOf(piece);
        for (int member : underloaded) {
            if (mayHold(member, piece)) {
                holders[slot] = member;
                if (zonesOf(piece) >= zonesBefore) {
                    load[from]--;
                    load[member]++;
                    return true;
                }
                holders[slot] = from;
            }
        }
        return false;
    }

    private void put(int member, int slot) {
        holders[slot] = member;
        load[member]++;
    }

    private boolean mayHold(int member, int piece) {
        if (member == CopyRequest.NONE || member == owners[piece] || weights[member] == 0) {
            return false;
        }
        for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
            if (holders[slot] == member) {
                return false;
            }
        }
        return true;
    }

    private boolean zoneIsNew(int member, int piece) {
        if (owners[piece] != CopyRequest.NONE && zones[owners[piece]] == zones[member]) {
            return false;
        }
        for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
            if (holders[slot] != CopyRequest.NONE && zones[holders[slot]] == zones[member]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of zones of the piece, its owner's included. */
    private int zonesOf(int piece) {
        int count = owners[piece] == CopyRequest.NONE ? 0 : 1;
        for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
            int holder = holders[slot];
            if (holder == CopyRequest.NONE
                    || (owners[piece] != CopyRequest.NONE && zones[owners[piece]] == zones[holder])) {
                continue;
            }
            boolean seen = false;
            for (int earlier = piece * depth; earlier < slot; earlier++) {
                seen |= holders[earlier] != CopyRequest.NONE && zones[holders[earlier]] == zones[holder];
            }
            count += seen ? 0 : 1;
        }
        return count;
    }

    private int emptySlots(int piece) {
        int empty = 0;
        for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
            empty += holders[slot] == CopyRequest.NONE ? 1 : 0;
        }
        return empty;
    }
}

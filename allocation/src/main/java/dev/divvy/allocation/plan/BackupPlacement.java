package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.allocator.AllocationRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * Places the copies of each piece: at other members than the owner, in as many zones as possible, evenly, and with as few moves as that
 * allows. A copy stays where it was unless its holder is gone or restarted, owns the piece now, shares a zone although another is
 * available, or holds more than its share while another member could take it and the piece is settled.
 *
 * <p>Cost: O(pieces x copies), plus O(members x copies) per copy that needs a new holder or that zones keep from moving to a member below
 * its share.
 */
final class BackupPlacement {

    private final Roster roster;
    private final int[] owners;
    private final int depth;
    private final int[] holders;
    private final int[] zones;
    private final int zoneCount;
    private final int[] load;

    private BackupPlacement(AllocationRequest request, Division division, int depth) {
        this.roster = request.roster();
        this.owners = division.owners();
        this.depth = depth;
        this.holders = new int[owners.length * depth];
        this.load = new int[roster.size()];
        List<String> names = roster.members().stream()
                .filter(member -> member.weight() > 0)
                .map(BackupPlacement::zone)
                .distinct()
                .sorted()
                .toList();
        this.zoneCount = names.size();
        this.zones = roster.members().stream()
                .mapToInt(member -> Collections.binarySearch(names, zone(member)))
                .toArray();
    }

    /** @param acknowledgements tells which owners have settled the previous epoch; copies of their pieces alone are moved for balance */
    static Copies place(AllocationRequest request, Division division, int depth, Acknowledgements acknowledgements) {
        if (depth == 0) {
            return Copies.NONE;
        }
        BackupPlacement backups = new BackupPlacement(request, division, depth);
        Arrays.fill(backups.holders, Division.NO_MEMBER);
        if (request.roster().weight() > 0) {
            request.previous().ifPresent(previous -> backups.keepPrevious(previous, request.survivors()));
            backups.fill();
            backups.rebalance(backups.movable(request, acknowledgements));
        }
        return Copies.of(depth, backups.holders);
    }

    /** @param now for each previous member its current index; none if it came back as a new incarnation, which has no data */
    private void keepPrevious(Allocation previous, int[] now) {
        Copies before = previous.holders().copies();
        int depthBefore = Math.min(depth, before.depth());
        for (int piece = 0; piece < owners.length; piece++) {
            int sharingZone = 0;
            for (int level = 0; level < depthBefore; level++) {
                int member = before.holder(piece, level) == Division.NO_MEMBER
                        ? Division.NO_MEMBER
                        : now[before.holder(piece, level)];
                if (mayHold(member, piece)) {
                    if (zoneIsNew(member, piece)) {
                        put(member, piece * depth + level);
                    } else {
                        sharingZone |= 1 << level;
                    }
                }
            }
            for (int level = 0; level < depthBefore && sharingZone != 0; level++) {
                if ((sharingZone & (1 << level)) != 0 && emptySlots(piece) > zoneCount - zonesOf(piece)) {
                    put(now[before.holder(piece, level)], piece * depth + level);
                }
            }
        }
    }

    private void fill() {
        for (int piece = 0; piece < owners.length; piece++) {
            for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
                int member = holders[slot] == Division.NO_MEMBER ? bestFor(piece) : Division.NO_MEMBER;
                if (member != Division.NO_MEMBER) {
                    put(member, slot);
                }
            }
        }
    }

    /** Returns the least loaded member that may hold a copy of this piece, preferably in a new zone. */
    private int bestFor(int piece) {
        int best = Division.NO_MEMBER;
        boolean bestIsNew = false;
        for (int member = 0; member < roster.size(); member++) {
            if (!mayHold(member, piece)) {
                continue;
            }
            boolean isNew = zoneIsNew(member, piece);
            if (best == Division.NO_MEMBER
                    || (isNew && !bestIsNew)
                    || (isNew == bestIsNew && isLighter(member, best))) {
                best = member;
                bestIsNew = isNew;
            }
        }
        return best;
    }

    private boolean isLighter(int member, int other) {
        return (long) load[member] * roster.get(other).weight()
                < (long) load[other] * roster.get(member).weight();
    }

    /** Returns the pieces whose copies may be moved for balance: new ones, and those that stay with an owner that has settled. */
    private BitSet movable(AllocationRequest request, Acknowledgements acknowledgements) {
        BitSet movable = new BitSet(owners.length);
        if (request.previous().isEmpty() || request.previous().get().roster().size() == 0) {
            movable.set(0, owners.length);
            return movable;
        }
        Allocation previous = request.previous().get();
        int[] survivors = request.survivors();
        for (int before = 0; before < survivors.length; before++) {
            Incarnation owner = previous.roster().get(before).incarnation();
            int now = survivors[before];
            if (now >= 0 && acknowledgements.settled(owner) >= previous.epoch()) {
                previous.division().of(before).forEach(piece -> movable.set(piece, owners[piece] == now));
            }
        }
        return movable;
    }

    /** Moves copies from members above their share to members below theirs, where zones allow it. */
    private void rebalance(BitSet movable) {
        long all = (long) owners.length * depth;
        long weight = roster.weight();
        List<Integer> underloaded = new ArrayList<>();
        for (int member = 0; member < roster.size(); member++) {
            if (load[member] < all * roster.get(member).weight() / weight) {
                underloaded.add(member);
            }
        }
        for (int slot = 0; slot < holders.length && !underloaded.isEmpty(); slot++) {
            int from = holders[slot];
            if (from != Division.NO_MEMBER
                    && movable.get(slot / depth)
                    && load[from] * weight > all * roster.get(from).weight()) {
                shift(slot, underloaded);
                underloaded.removeIf(
                        member -> load[member] >= all * roster.get(member).weight() / weight);
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
        if (member == Division.NO_MEMBER
                || member == owners[piece]
                || roster.get(member).weight() == 0) {
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
        if (owners[piece] != Division.NO_MEMBER && zones[owners[piece]] == zones[member]) {
            return false;
        }
        for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
            if (holders[slot] != Division.NO_MEMBER && zones[holders[slot]] == zones[member]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of zones of the piece, its owner's included. */
    private int zonesOf(int piece) {
        int count = owners[piece] == Division.NO_MEMBER ? 0 : 1;
        for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
            int holder = holders[slot];
            if (holder == Division.NO_MEMBER
                    || (owners[piece] != Division.NO_MEMBER && zones[owners[piece]] == zones[holder])) {
                continue;
            }
            boolean seen = false;
            for (int earlier = piece * depth; earlier < slot; earlier++) {
                seen |= holders[earlier] != Division.NO_MEMBER && zones[holders[earlier]] == zones[holder];
            }
            count += seen ? 0 : 1;
        }
        return count;
    }

    private int emptySlots(int piece) {
        int empty = 0;
        for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
            empty += holders[slot] == Division.NO_MEMBER ? 1 : 0;
        }
        return empty;
    }

    /** Members without a zone share one. */
    private static String zone(Member member) {
        return member.zone().orElse("");
    }
}

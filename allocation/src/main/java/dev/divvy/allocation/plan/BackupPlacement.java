package dev.divvy.allocation.plan;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.allocator.AllocationRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Where the copies of each piece are kept: with other members than the owner, in as many zones as there are, evenly, and moved as
 * little as that allows. A copy stays where it was unless its holder is gone, owns the piece now, shares a zone that could be
 * avoided, or holds more than its share while another could take it.
 *
 * <p>Cost: O(pieces x copies), and O(members x copies) for each copy that needs a new place or that zones keep from moving to a
 * member below its share.
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

    static Copies place(AllocationRequest request, Division division, int depth) {
        if (depth == 0) {
            return Copies.NONE;
        }
        BackupPlacement backups = new BackupPlacement(request, division, depth);
        Arrays.fill(backups.holders, Division.NOBODY);
        if (request.roster().weight() > 0) {
            request.previous().ifPresent(backups::keep);
            backups.fill();
            backups.even();
        }
        return Copies.of(depth, backups.holders);
    }

    private void keep(Allocation previous) {
        Copies before = previous.holders().copies();
        int[] now = previous.roster().members().stream()
                .mapToInt(member -> roster.indexOf(member.id()))
                .toArray();
        int depthBefore = Math.min(depth, before.depth());
        for (int piece = 0; piece < owners.length; piece++) {
            int sharing = 0;
            for (int level = 0; level < depthBefore; level++) {
                int member = before.holder(piece, level) == Division.NOBODY
                        ? Division.NOBODY
                        : now[before.holder(piece, level)];
                if (mayHold(member, piece)) {
                    if (zoneIsNew(member, piece)) {
                        put(member, piece * depth + level);
                    } else {
                        sharing |= 1 << level;
                    }
                }
            }
            for (int level = 0; level < depthBefore && sharing != 0; level++) {
                if ((sharing & (1 << level)) != 0 && open(piece) > zoneCount - zonesOf(piece)) {
                    put(now[before.holder(piece, level)], piece * depth + level);
                }
            }
        }
    }

    private void fill() {
        for (int piece = 0; piece < owners.length; piece++) {
            for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
                int member = holders[slot] == Division.NOBODY ? bestFor(piece) : Division.NOBODY;
                if (member != Division.NOBODY) {
                    put(member, slot);
                }
            }
        }
    }

    /** The least loaded member that may hold a copy of this piece, in a new zone if there is one. */
    private int bestFor(int piece) {
        int best = Division.NOBODY;
        boolean bestIsNew = false;
        for (int member = 0; member < roster.size(); member++) {
            if (!mayHold(member, piece)) {
                continue;
            }
            boolean isNew = zoneIsNew(member, piece);
            if (best == Division.NOBODY || (isNew && !bestIsNew) || (isNew == bestIsNew && lighter(member, best))) {
                best = member;
                bestIsNew = isNew;
            }
        }
        return best;
    }

    private boolean lighter(int member, int other) {
        return (long) load[member] * roster.get(other).weight()
                < (long) load[other] * roster.get(member).weight();
    }

    /** Copies move from members above their share to members below theirs, where zones allow it. */
    private void even() {
        long all = (long) owners.length * depth;
        long weight = roster.weight();
        List<Integer> light = new ArrayList<>();
        for (int member = 0; member < roster.size(); member++) {
            if (load[member] < all * roster.get(member).weight() / weight) {
                light.add(member);
            }
        }
        for (int slot = 0; slot < holders.length && !light.isEmpty(); slot++) {
            int from = holders[slot];
            if (from != Division.NOBODY
                    && load[from] * weight > all * roster.get(from).weight()) {
                shift(slot, light);
                light.removeIf(
                        member -> load[member] >= all * roster.get(member).weight() / weight);
            }
        }
    }

    private boolean shift(int slot, List<Integer> light) {
        int piece = slot / depth;
        int from = holders[slot];
        int zonesBefore = zonesOf(piece);
        for (int member : light) {
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
        if (member == Division.NOBODY
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
        if (owners[piece] != Division.NOBODY && zones[owners[piece]] == zones[member]) {
            return false;
        }
        for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
            if (holders[slot] != Division.NOBODY && zones[holders[slot]] == zones[member]) {
                return false;
            }
        }
        return true;
    }

    /** In how many zones the piece is, its owner's included. */
    private int zonesOf(int piece) {
        int count = owners[piece] == Division.NOBODY ? 0 : 1;
        for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
            int holder = holders[slot];
            if (holder == Division.NOBODY
                    || (owners[piece] != Division.NOBODY && zones[owners[piece]] == zones[holder])) {
                continue;
            }
            boolean seen = false;
            for (int earlier = piece * depth; earlier < slot; earlier++) {
                seen |= holders[earlier] != Division.NOBODY && zones[holders[earlier]] == zones[holder];
            }
            count += seen ? 0 : 1;
        }
        return count;
    }

    private int open(int piece) {
        int open = 0;
        for (int slot = piece * depth; slot < (piece + 1) * depth; slot++) {
            open += holders[slot] == Division.NOBODY ? 1 : 0;
        }
        return open;
    }

    /** Members in no zone are in one together. */
    private static String zone(Member member) {
        return member.zone().orElse("");
    }
}

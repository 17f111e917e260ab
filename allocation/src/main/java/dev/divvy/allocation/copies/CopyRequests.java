package dev.divvy.allocation.copies;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Copies;
import dev.divvy.allocation.Division;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.allocation.Roster;
import dev.divvy.allocation.allocator.AllocationRequest;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.ToLongFunction;

/** Translates a request for an allocation into numbers. Members without a zone share one. */
public final class CopyRequests {

    private CopyRequests() {}

    /**
     * Returns the request for the copies of pieces that have been divided.
     *
     * @param request the request that the division answers; the copies of its previous allocation stay where they can
     * @param settled the epoch up to which the data of an incarnation's pieces is settled. A piece is settled if it stays at an owner that
     *     settled the previous epoch
     */
    public static CopyRequest of(
            AllocationRequest request, Division division, int depth, ToLongFunction<Incarnation> settled) {
        Roster roster = request.roster();
        List<String> names = roster.members().stream()
                .map(CopyRequests::zone)
                .distinct()
                .sorted()
                .toList();
        int[] zones = roster.members().stream()
                .mapToInt(member -> Collections.binarySearch(names, zone(member)))
                .toArray();
        int[] weights = roster.members().stream().mapToInt(Member::weight).toArray();
        Copies before = request.previous()
                .map(Allocation::holders)
                .map(holders -> holders.copies())
                .orElse(Copies.NONE);
        int[] previous = before.holders();
        int[] survivors = request.survivors();
        for (int slot = 0; slot < previous.length; slot++) {
            // A member that came back as a new incarnation has no data.
            previous[slot] = previous[slot] == Division.NO_MEMBER ? CopyRequest.NONE : survivors[previous[slot]];
        }
        return new CopyRequest(depth, division.owners(), before.depth(), previous, weights, zones)
                .withUnsettled(unsettled(request, division, settled));
    }

    private static BitSet unsettled(AllocationRequest request, Division division, ToLongFunction<Incarnation> settled) {
        BitSet unsettled = new BitSet(request.pieces().count());
        if (request.previous().isEmpty()) {
            return unsettled;
        }
        Allocation previous = request.previous().get();
        int[] owners = division.owners();
        int[] survivors = request.survivors();
        unsettled.set(0, owners.length);
        for (int before = 0; before < survivors.length; before++) {
            int now = survivors[before];
            if (now >= 0 && settled.applyAsLong(previous.roster().get(before).incarnation()) >= previous.epoch()) {
                previous.division().of(before).forEach(piece -> unsettled.set(piece, owners[piece] != now));
            }
        }
        return unsettled;
    }

    private static String zone(Member member) {
        return member.zone().orElse("");
    }
}

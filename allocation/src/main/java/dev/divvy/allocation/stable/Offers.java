package dev.divvy.allocation.stable;

import dev.divvy.allocation.Division;
import java.util.Arrays;

/**
 * The members that could own each piece while every price stays within its bound: a member whose cost is too high even at its own lowest
 * price and all others' highest makes no offer. Most pieces have only one offer and are settled; the rest are contested.
 */
final class Offers {

    /** Within this many units the cheapest member of nearly every piece is found, even when all its draws are poor. */
    private static final int REACH_UNITS = 4;

    private final Costs costs;
    private final long[] bounds;
    private final long widest;
    private final long reach;
    private final long[] drawLimits;

    private final int[] settled;
    private final int[] settledCounts;

    // The contested piece at index i has the offers starts[i] to starts[i + 1] - 1.
    private int contested;
    private final int[] pieces;
    private final int[] starts;
    private int[] offerMembers;
    private long[] offerCosts;

    // The members that may make an offer for the current piece, and their costs.
    private final int[] candidateMembers;
    private final long[] candidateCosts;

    /** @param bounds the maximum distance of each member's price from 0 */
    Offers(Costs costs, long[] bounds) {
        this.costs = costs;
        this.bounds = bounds;
        widest = Arrays.stream(bounds).max().orElse(0);
        reach = REACH_UNITS * costs.unit() + 2 * widest;
        drawLimits = new long[costs.members()];
        Arrays.setAll(drawLimits, member -> costs.drawAt(member, reach));
        settled = new int[costs.pieces()];
        settledCounts = new int[costs.members()];
        pieces = new int[costs.pieces()];
        starts = new int[costs.pieces() + 1];
        offerMembers = new int[Math.max(16, 2 * costs.pieces())];
        offerCosts = new long[offerMembers.length];
        candidateMembers = new int[costs.members()];
        candidateCosts = new long[costs.members()];
        collect();
    }

    /** The number of pieces with more than one offer. */
    int contested() {
        return contested;
    }

    /** Returns the first offer for the contested piece at this index; its last offer precedes the first one of the next index. */
    int first(int index) {
        return starts[index];
    }

    int member(int offer) {
        return offerMembers[offer];
    }

    long cost(int offer) {
        return offerCosts[offer];
    }

    /** Returns the number of pieces for which only this member made an offer. */
    int settled(int member) {
        return settledCounts[member];
    }

    /** Returns the owner of each piece at these prices: the member with the least sum of cost and price; the first of equals. */
    int[] cheapest(long[] prices) {
        int[] owners = settled.clone();
        for (int index = 0; index < contested; index++) {
            int best = starts[index];
            for (int offer = best + 1; offer < starts[index + 1]; offer++) {
                if (offerCosts[offer] + prices[offerMembers[offer]] < offerCosts[best] + prices[offerMembers[best]]) {
                    best = offer;
                }
            }
            owners[pieces[index]] = offerMembers[best];
        }
        return owners;
    }

    private void collect() {
        int end = 0;
        for (int piece = 0; piece < settled.length; piece++) {
            int start = end;
            end = keepOffers(candidates(piece), start);
            if (end == start + 1) {
                end = start;
                settled[piece] = offerMembers[start];
                settledCounts[settled[piece]]++;
            } else {
                settled[piece] = Division.NO_MEMBER;
                pieces[contested] = piece;
                starts[contested++] = start;
            }
        }
        starts[contested] = end;
    }

    /** Collects every member that can make an offer, and some that cannot; returns their number. */
    private int candidates(int piece) {
        int count = 0;
        for (int member = 0; member < candidateMembers.length; member++) {
            long draw = costs.draw(piece, member);
            if (draw < drawLimits[member]) {
                candidateMembers[count] = member;
                candidateCosts[count++] = draw;
            }
        }
        for (int i = 0; i < count; i++) {
            candidateCosts[i] = costs.of(candidateMembers[i], candidateCosts[i]);
        }
        return lowest(count) + widest < reach ? count : allMembers(piece);
    }

    /** Handles the rare piece for which all draws are poor: members beyond the reach count too. */
    private int allMembers(int piece) {
        for (int member = 0; member < candidateMembers.length; member++) {
            candidateMembers[member] = member;
            candidateCosts[member] = costs.of(piece, member);
        }
        return candidateMembers.length;
    }

    /** Returns the price that the best candidate asks at its highest: a member that asks more at its lowest can never own the piece. */
    private long lowest(int count) {
        long lowest = Long.MAX_VALUE - widest;
        for (int i = 0; i < count; i++) {
            lowest = Math.min(lowest, candidateCosts[i] + bounds[candidateMembers[i]]);
        }
        return lowest;
    }

    /** Stores the offers among the candidates from an index on; returns the index after the last. */
    private int keepOffers(int count, int start) {
        ensureCapacity(start + count);
        long lowest = lowest(count);
        int end = start;
        for (int i = 0; i < count; i++) {
            if (candidateCosts[i] - bounds[candidateMembers[i]] <= lowest) {
                offerMembers[end] = candidateMembers[i];
                offerCosts[end++] = candidateCosts[i];
            }
        }
        return end;
    }

    private void ensureCapacity(int size) {
        if (size > offerMembers.length) {
            int capacity = Math.max(size, offerMembers.length / 2 * 3);
            offerMembers = Arrays.copyOf(offerMembers, capacity);
            offerCosts = Arrays.copyOf(offerCosts, capacity);
        }
    }
}

package dev.divvy.allocation.stable;

import dev.divvy.allocation.Division;
import java.util.Arrays;

/**
 * Who could own which piece while every price stays within its bound: a member whose cost is too high even at its lowest price and
 * everyone else's highest makes no offer. Most pieces have one offer only and are settled; the rest are contested.
 */
final class Offers {

    /** Within so many units the cheapest member of nearly every piece is found, even when all its draws are poor. */
    private static final int REACH_UNITS = 4;

    private final Costs costs;
    private final long[] bounds;
    private final long widest;
    private final long reach;
    private final long[] drawLimits;

    private final int[] settled;
    private final int[] settledCounts;

    // The contested piece at place i has the offers starts[i] to starts[i + 1] - 1.
    private int contested;
    private final int[] pieces;
    private final int[] starts;
    private int[] offerMembers;
    private long[] offerCosts;

    // Who may make an offer for the piece being looked at, and at what cost.
    private final int[] who;
    private final long[] what;

    /** @param bounds how far each member's price may be from 0 */
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
        who = new int[costs.members()];
        what = new long[costs.members()];
        collect();
    }

    /** How many pieces have more than one offer. */
    int contested() {
        return contested;
    }

    /** The first offer for the contested piece at this place; its last is the one before the first of the next place. */
    int first(int place) {
        return starts[place];
    }

    int member(int offer) {
        return offerMembers[offer];
    }

    long cost(int offer) {
        return offerCosts[offer];
    }

    /** How many pieces have this member's offer only. */
    int settled(int member) {
        return settledCounts[member];
    }

    /** The owner of each piece at these prices: the member whose cost and price are the least; of equals the first. */
    int[] cheapest(long[] prices) {
        int[] owners = settled.clone();
        for (int place = 0; place < contested; place++) {
            int best = starts[place];
            for (int offer = best + 1; offer < starts[place + 1]; offer++) {
                if (offerCosts[offer] + prices[offerMembers[offer]] < offerCosts[best] + prices[offerMembers[best]]) {
                    best = offer;
                }
            }
            owners[pieces[place]] = offerMembers[best];
        }
        return owners;
    }

    private void collect() {
        int end = 0;
        for (int piece = 0; piece < settled.length; piece++) {
            int start = end;
            end = keep(candidates(piece), start);
            if (end == start + 1) {
                end = start;
                settled[piece] = offerMembers[start];
                settledCounts[settled[piece]]++;
            } else {
                settled[piece] = Division.NOBODY;
                pieces[contested] = piece;
                starts[contested++] = start;
            }
        }
        starts[contested] = end;
    }

    /** Notes every member that can make an offer, and some that cannot; answers how many. */
    private int candidates(int piece) {
        int count = 0;
        for (int member = 0; member < who.length; member++) {
            long draw = costs.draw(piece, member);
            if (draw < drawLimits[member]) {
                who[count] = member;
                what[count++] = draw;
            }
        }
        for (int i = 0; i < count; i++) {
            what[i] = costs.of(who[i], what[i]);
        }
        return lowest(count) + widest < reach ? count : everyone(piece);
    }

    /** The rare piece for which all draws are poor: members beyond the reach count too. */
    private int everyone(int piece) {
        for (int member = 0; member < who.length; member++) {
            who[member] = member;
            what[member] = costs.of(piece, member);
        }
        return who.length;
    }

    /** What the best candidate asks at its highest price: one that asks more at its lowest can never own the piece. */
    private long lowest(int count) {
        long lowest = Long.MAX_VALUE - widest;
        for (int i = 0; i < count; i++) {
            lowest = Math.min(lowest, what[i] + bounds[who[i]]);
        }
        return lowest;
    }

    /** Writes the offers among the candidates from a place on; answers the place after the last. */
    private int keep(int count, int start) {
        makeRoom(start + count);
        long lowest = lowest(count);
        int end = start;
        for (int i = 0; i < count; i++) {
            if (what[i] - bounds[who[i]] <= lowest) {
                offerMembers[end] = who[i];
                offerCosts[end++] = what[i];
            }
        }
        return end;
    }

    private void makeRoom(int size) {
        if (size > offerMembers.length) {
            int room = Math.max(size, offerMembers.length / 2 * 3);
            offerMembers = Arrays.copyOf(offerMembers, room);
            offerCosts = Arrays.copyOf(offerCosts, room);
        }
    }
}

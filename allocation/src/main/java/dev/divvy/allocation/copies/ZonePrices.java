package dev.divvy.allocation.copies;

/**
 * The price of one more copy of an owner's pieces, at their source and in each zone: with it the flow begins. The better the prices, the less
 * the flow has to correct.
 */
final class ZonePrices {

    private final long source;
    private final long[] zones;

    ZonePrices(long source, long[] zones) {
        this.source = source;
        this.zones = zones;
    }

    /** Guesses the prices from the shares that members would have of the owner's copies. */
    static ZonePrices guess(CopyRequest request, OwnerRule rule, int pieces, TierCosts costs, int[][] membersOfZone) {
        long[] prices = new long[membersOfZone.length];
        long[] weights = new long[membersOfZone.length];
        int[] some = new int[membersOfZone.length];
        long weight = 0;
        int required = 0;
        for (int zone = 0; zone < prices.length; zone++) {
            for (int member : membersOfZone[zone]) {
                if (rule.permits(member)) {
                    weights[zone] += request.weights()[member];
                    some[zone] = member;
                }
            }
            weight += weights[zone];
            required += rule.least(zone);
        }
        long highest = 0;
        for (int zone = 0; zone < prices.length; zone++) {
            if (weights[zone] > 0) {
                // Where every copy of a piece must be in a zone of its own, each zone gets one copy of each piece.
                boolean forced = required == rule.copies();
                long copies = forced ? pieces : (long) pieces * rule.copies();
                long part = copies * request.weights()[some[zone]] / (forced ? weights[zone] : weight);
                prices[zone] = costs.spread(some[zone]) * (2 * part + 1);
            }
            highest = Math.max(highest, prices[zone]);
        }
        return new ZonePrices(highest, prices);
    }

    long ofSource() {
        return source;
    }

    long ofZone(int zone) {
        return zones[zone];
    }
}

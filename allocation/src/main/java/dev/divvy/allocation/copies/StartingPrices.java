package dev.divvy.allocation.copies;

/** A guess at the price of one more copy of an owner's pieces in each zone: the better the guess, the less the flow has to correct. */
final class StartingPrices {

    private final long[] prices;

    StartingPrices(CopyRequest request, OwnerRule rule, int pieces, TierCosts costs, int[][] membersOfZone) {
        this.prices = new long[membersOfZone.length];
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
        for (int zone = 0; zone < prices.length; zone++) {
            if (weights[zone] > 0) {
                // Where every copy of a piece must be in a zone of its own, each zone gets one copy of each piece.
                boolean forced = required == rule.copies();
                long copies = forced ? pieces : (long) pieces * rule.copies();
                long part = copies * request.weights()[some[zone]] / (forced ? weights[zone] : weight);
                prices[zone] = costs.spread(some[zone]) * (2 * part + 1);
            }
        }
    }

    long ofZone(int zone) {
        return prices[zone];
    }

    long highest() {
        long highest = 0;
        for (long price : prices) {
            highest = Math.max(highest, price);
        }
        return highest;
    }
}

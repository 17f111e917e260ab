package dev.divvy.allocation.copies;

import java.util.Arrays;

/**
 * The share of each member in the copies: by weight, if floors and ceils then fit what each zone must and may have and the pieces that each
 * member may hold. Otherwise a zone that would get too few or too many copies by weight is set to its bound, and the others share the rest by
 * weight; the same within a zone.
 */
final class CopyShares {

    private final long[] numerators;
    private final long[] denominators;

    private CopyShares(int members) {
        this.numerators = new long[members];
        this.denominators = new long[members];
        Arrays.fill(denominators, 1);
    }

    static CopyShares of(CopyRequest request, OwnerRows rows) {
        int zones = request.zoneCount();
        long[] least = new long[zones];
        long[] most = new long[zones];
        long[] capacity = new long[request.members()];
        long total = 0;
        for (int row = 0; row < rows.count(); row++) {
            OwnerRule rule = rows.rule(row);
            long pieces = rows.size(row);
            total += pieces * rule.copies();
            int required = 0;
            for (int zone = 0; zone < zones; zone++) {
                required += rule.least(zone);
            }
            for (int zone = 0; zone < zones; zone++) {
                least[zone] += pieces * rule.least(zone);
                most[zone] += pieces * Math.min(rule.most(zone), rule.copies() - required + rule.least(zone));
            }
            for (int member = 0; member < capacity.length; member++) {
                capacity[member] += rule.permits(member) ? pieces : 0;
            }
        }
        CopyShares shares = new CopyShares(request.members());
        shares.divide(total, request, least, most, capacity);
        return shares;
    }

    private void divide(long total, CopyRequest request, long[] least, long[] most, long[] capacity) {
        long[] weights = new long[least.length];
        long[] capacities = new long[least.length];
        for (int member = 0; member < capacity.length; member++) {
            weights[request.zones()[member]] += request.weights()[member];
            capacities[request.zones()[member]] += capacity[member];
        }
        for (int zone = 0; zone < most.length; zone++) {
            most[zone] = Math.min(most[zone], capacities[zone]);
        }
        divideByWeight(total, request);
        if (!fits(total, request, least, most, capacity)) {
            WeightedSplit byZone = WeightedSplit.of(total, weights, least, most);
            for (int zone = 0; zone < weights.length; zone++) {
                divideZone(request, zone, byZone, weights[zone], capacity);
            }
        }
    }

    private void divideByWeight(long total, CopyRequest request) {
        long weight =
                Math.max(1, Arrays.stream(request.weights()).asLongStream().sum());
        for (int member = 0; member < numerators.length; member++) {
            numerators[member] = total * request.weights()[member];
            denominators[member] = weight;
        }
    }

    /** Whether floors and ceils of the shares leave every zone within its bounds. */
    private boolean fits(long total, CopyRequest request, long[] least, long[] most, long[] capacity) {
        long[] floors = new long[least.length];
        long[] ceils = new long[least.length];
        for (int member = 0; member < capacity.length; member++) {
            if (floor(member) > capacity[member]) {
                return false;
            }
            floors[request.zones()[member]] += floor(member);
            ceils[request.zones()[member]] += Math.min(ceil(member), capacity[member]);
        }
        long fewest = 0;
        long largest = 0;
        for (int zone = 0; zone < least.length; zone++) {
            if (floors[zone] > most[zone] || ceils[zone] < least[zone]) {
                return false;
            }
            fewest += Math.max(floors[zone], least[zone]);
            largest += Math.min(ceils[zone], most[zone]);
        }
        return fewest <= total && total <= largest;
    }

    private void divideZone(CopyRequest request, int zone, WeightedSplit byZone, long zoneWeight, long[] capacity) {
        long[] weights = new long[capacity.length];
        boolean fits = true;
        for (int member = 0; member < capacity.length; member++) {
            if (request.zones()[member] == zone && request.weights()[member] > 0) {
                weights[member] = request.weights()[member];
                numerators[member] = byZone.fixed(zone)
                        ? byZone.numerator(zone) * weights[member]
                        : byZone.numerator(zone) / zoneWeight * weights[member];
                denominators[member] = byZone.fixed(zone) ? zoneWeight : byZone.denominator(zone);
                fits &= numerators[member] <= capacity[member] * denominators[member];
            }
        }
        if (!fits) {
            long amount = byZone.numerator(zone) / byZone.denominator(zone);
            WeightedSplit split = WeightedSplit.of(amount, weights, new long[capacity.length], capacity);
            for (int member = 0; member < capacity.length; member++) {
                if (weights[member] > 0) {
                    numerators[member] = split.numerator(member);
                    denominators[member] = split.denominator(member);
                }
            }
        }
    }

    int floor(int member) {
        return (int) (numerators[member] / denominators[member]);
    }

    int ceil(int member) {
        return (int) ((numerators[member] + denominators[member] - 1) / denominators[member]);
    }
}

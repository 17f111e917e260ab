package dev.divvy.cli.chart;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Finds places for labels beside each other that are as near as can be to where they belong. */
final class Labels {

    private Labels() {}

    /**
     * Places at least a gap apart, in the order of the wanted ones, within two ends if there is room.
     *
     * @param wanted where each label would be, if it were alone
     */
    static double[] apart(double[] wanted, double gap, double top, double bottom) {
        int[] order = IntStream.range(0, wanted.length)
                .boxed()
                .sorted(Comparator.comparingDouble(label -> wanted[label]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] places = wanted.clone();
        double floor = top;
        for (int label : order) {
            places[label] = Math.max(places[label], floor);
            floor = places[label] + gap;
        }
        double ceiling = bottom;
        for (int i = order.length - 1; i >= 0; i--) {
            places[order[i]] = Math.min(places[order[i]], ceiling);
            ceiling = places[order[i]] - gap;
        }
        return places;
    }
}

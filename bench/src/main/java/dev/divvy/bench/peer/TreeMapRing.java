package dev.divvy.bench.peer;

import dev.divvy.allocation.hash.function.Xxh3;
import java.util.Map;
import java.util.TreeMap;

/** A hash ring as it is usually written: the points of each member in a sorted map; a hash belongs to the next point. */
public final class TreeMapRing {

    private final TreeMap<Long, Integer> points = new TreeMap<>();

    public TreeMapRing(int members, int pointsEach) {
        for (int member = 0; member < members; member++) {
            for (int point = 0; point < pointsEach; point++) {
                points.put(Xxh3.hash64((long) member * pointsEach + point), member);
            }
        }
    }

    public int owner(long hash) {
        Map.Entry<Long, Integer> next = points.ceilingEntry(hash);
        return (next == null ? points.firstEntry() : next).getValue();
    }
}

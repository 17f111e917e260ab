package dev.divvy.bench.peer;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The moves of a rebalancer over a sequence of membership changes, with members of equal weight.
 *
 * @param moved the pieces that changed owner
 * @param bound the fewest moves possible, counted for each change from the state after the one before
 * @param spread the largest difference between the members with the most and the fewest pieces after any change
 */
public record MoveCounts(String name, long moved, long bound, int spread) {

    /** Applies the changes: each element is the members after one change. */
    public static <S> MoveCounts of(Rebalancer<S> rebalancer, int pieces, List<List<String>> walk) {
        S state = rebalancer.first(pieces, walk.get(0));
        String[] before = rebalancer.owners(state);
        long moved = 0;
        long bound = 0;
        int spread = 0;
        for (List<String> members : walk.subList(1, walk.size())) {
            state = rebalancer.settle(rebalancer.change(state, members), members);
            String[] now = rebalancer.owners(state);
            bound += bound(counts(before, members), pieces);
            moved += moved(before, now);
            spread = Math.max(spread, spread(counts(now, members)));
            before = now;
        }
        return new MoveCounts(rebalancer.name(), moved, bound, spread);
    }

    /** Each member keeps at most the even share, and as many members as there are surplus pieces keep one more. */
    static int bound(Map<String, Integer> held, int pieces) {
        int even = pieces / held.size();
        int surplus = pieces % held.size();
        int kept = 0;
        int above = 0;
        for (int count : held.values()) {
            kept += Math.min(count, even);
            above += count > even ? 1 : 0;
        }
        return pieces - kept - Math.min(above, surplus);
    }

    private static int moved(String[] before, String[] now) {
        int moved = 0;
        for (int piece = 0; piece < now.length; piece++) {
            moved += now[piece].equals(before[piece]) ? 0 : 1;
        }
        return moved;
    }

    /** Counts the pieces of each of these members; pieces of other members are not counted. */
    private static Map<String, Integer> counts(String[] owners, List<String> members) {
        Map<String, Integer> counts = new TreeMap<>();
        members.forEach(member -> counts.put(member, 0));
        for (String owner : owners) {
            counts.computeIfPresent(owner, (member, count) -> count + 1);
        }
        return counts;
    }

    private static int spread(Map<String, Integer> counts) {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int count : counts.values()) {
            least = Math.min(least, count);
            most = Math.max(most, count);
        }
        return most - least;
    }
}

package dev.divvy.bench.peer;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a rebalancer did to the pieces over some changes of members of equal weight.
 *
 * @param moved pieces that changed owner
 * @param bound the fewest that had to, each change taken from where the one before had led
 * @param spread the largest difference ever seen between who had most and who had least
 */
public record Figures(String name, long moved, long bound, int spread) {

    /** Plays the changes through: each element is the members after one. */
    public static <S> Figures of(Rebalancer<S> rebalancer, int pieces, List<List<String>> walk) {
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
        return new Figures(rebalancer.name(), moved, bound, spread);
    }

    /** Each keeps up to the even share, and as many as there are pieces over keep one more. */
    static int bound(Map<String, Integer> held, int pieces) {
        int even = pieces / held.size();
        int over = pieces % held.size();
        int kept = 0;
        int above = 0;
        for (int has : held.values()) {
            kept += Math.min(has, even);
            above += has > even ? 1 : 0;
        }
        return pieces - kept - Math.min(above, over);
    }

    private static int moved(String[] before, String[] now) {
        int moved = 0;
        for (int piece = 0; piece < now.length; piece++) {
            moved += now[piece].equals(before[piece]) ? 0 : 1;
        }
        return moved;
    }

    /** How many pieces each of these members owns; those of others are not counted. */
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

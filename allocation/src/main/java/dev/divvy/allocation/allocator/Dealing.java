package dev.divvy.allocation.allocator;

import dev.divvy.allocation.Runs;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.TreeSet;

/** Who gets which free pieces, so that runs stay few: first neighbours grow into them, then the largest need takes the best-fitting run. */
final class Dealing {

    private Dealing() {}

    static void dealFree(Table table) {
        if (table.nextFree(0) < 0) {
            return;
        }
        for (int member = 0; member < table.members(); member++) {
            if (table.hand(member).need() > 0) {
                grow(table, member);
            }
        }
        dealByFit(table);
    }

    private static void grow(Table table, int member) {
        Hand hand = table.hand(member);
        Runs runs = hand.runs();
        for (int run = 0; run < runs.size() && hand.need() > 0; run++) {
            int left = runs.first(run) - 1;
            if (table.isFree(left)) {
                table.deal(member, Math.max(table.freeFrom(left), left - hand.need() + 1), left);
            }
            int right = runs.last(run) + 1;
            if (hand.need() > 0 && table.isFree(right)) {
                table.deal(member, right, Math.min(table.freeUntil(right), right + hand.need() - 1));
            }
        }
    }

    private static void dealByFit(Table table) {
        NavigableSet<Long> bySize = new TreeSet<>();
        for (int first = table.nextFree(0); first >= 0; ) {
            int last = table.freeUntil(first);
            bySize.add(entry(first, last));
            first = table.nextFree(last + 1);
        }
        PriorityQueue<Integer> neediest = new PriorityQueue<>(
                Comparator.<Integer>comparingInt(member -> -table.hand(member).need())
                        .thenComparingInt(member -> member));
        for (int member = 0; member < table.members(); member++) {
            if (table.hand(member).need() > 0) {
                neediest.add(member);
            }
        }
        while (!neediest.isEmpty() && !bySize.isEmpty()) {
            int member = neediest.remove();
            int need = table.hand(member).need();
            Long fits = bySize.ceiling((long) need << 32);
            Long run = fits != null ? fits : bySize.last();
            bySize.remove(run);
            int first = (int) (long) run;
            int last = first + (int) (run >> 32) - 1;
            int end = Math.min(last, first + need - 1);
            table.deal(member, first, end);
            if (end < last) {
                bySize.add(entry(end + 1, last));
            }
            if (table.hand(member).need() > 0) {
                neediest.add(member);
            }
        }
    }

    /** A free run, ordered by its length and then by its first piece. */
    private static long entry(int first, int last) {
        return (long) (last - first + 1) << 32 | first;
    }
}

package dev.divvy.allocation.sticky;

import dev.divvy.allocation.Runs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One member's pieces while they are being divided anew: what it held, less what it gave up, plus what it was given. */
final class Hand {

    private final Runs held;
    private List<int[]> given = List.of();
    private List<int[]> taken = List.of();
    private int balance;

    /** @param due how many pieces it shall end with */
    Hand(Runs held, int due) {
        this.held = held;
        this.balance = held.count() - due;
    }

    /** How many pieces it must still give up. */
    int surplus() {
        return Math.max(0, balance);
    }

    /** How many pieces it must still be given. */
    int need() {
        return Math.max(0, -balance);
    }

    void giveUp(int first, int last) {
        balance -= last - first + 1;
        given = with(given, first, last);
    }

    void take(int first, int last) {
        balance += last - first + 1;
        taken = with(taken, first, last);
    }

    /** What it held at first and has not given up. */
    Runs kept() {
        return given.isEmpty() ? held : held.minus(sorted(given));
    }

    Runs runs() {
        return taken.isEmpty() ? kept() : kept().plus(sorted(taken));
    }

    /** Most hands never change, so a list is made only for the first change. */
    private static List<int[]> with(List<int[]> edges, int first, int last) {
        List<int[]> list = edges.isEmpty() ? new ArrayList<>() : edges;
        list.add(new int[] {first, last});
        return list;
    }

    private static Runs sorted(List<int[]> edges) {
        edges.sort(Comparator.comparingInt(edge -> edge[0]));
        Runs.Builder builder = new Runs.Builder();
        edges.forEach(edge -> builder.add(edge[0], edge[1]));
        return builder.build();
    }
}

package dev.divvy.allocation.allocator;

import dev.divvy.allocation.Runs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One member's pieces while they are being divided anew: what it held, less what it gave up, plus what it was given. */
final class Hand {

    private final Runs held;
    private final List<int[]> given = new ArrayList<>();
    private final List<int[]> taken = new ArrayList<>();
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
        given.add(new int[] {first, last});
    }

    void take(int first, int last) {
        balance += last - first + 1;
        taken.add(new int[] {first, last});
    }

    /** What it held at first and has not given up. */
    Runs kept() {
        return given.isEmpty() ? held : held.minus(sorted(given));
    }

    Runs runs() {
        return taken.isEmpty() ? kept() : kept().plus(sorted(taken));
    }

    private static Runs sorted(List<int[]> edges) {
        edges.sort(Comparator.comparingInt(edge -> edge[0]));
        Runs.Builder builder = new Runs.Builder();
        edges.forEach(edge -> builder.add(edge[0], edge[1]));
        return builder.build();
    }
}

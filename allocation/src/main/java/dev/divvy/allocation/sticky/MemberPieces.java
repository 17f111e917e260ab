package dev.divvy.allocation.sticky;

import dev.divvy.allocation.Runs;
import java.util.Arrays;

/** One member's pieces while they are being divided anew: what it held, less what it gave up, plus what it was given. */
final class MemberPieces {

    private static final long[] NOTHING = {};

    /** The hand of everyone who has what is due: nothing is given up or taken. */
    static final MemberPieces CONTENT = new MemberPieces(Runs.NONE, 0);

    private final Runs held;
    private long[] given = NOTHING;
    private int givenCount;
    private long[] taken = NOTHING;
    private int takenCount;
    private int balance;

    /** @param due how many pieces it shall end with */
    MemberPieces(Runs held, int due) {
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
        given = room(given, givenCount);
        given[givenCount++] = run(first, last);
    }

    void take(int first, int last) {
        balance += last - first + 1;
        taken = room(taken, takenCount);
        taken[takenCount++] = run(first, last);
    }

    /** What it held at first and has not given up. */
    Runs kept() {
        return givenCount == 0 ? held : held.minus(runs(given, givenCount));
    }

    Runs runs() {
        return takenCount == 0 ? kept() : kept().plus(runs(taken, takenCount));
    }

    /** Most hands never change, so there is no room before the first change. */
    private static long[] room(long[] runs, int count) {
        return count < runs.length ? runs : Arrays.copyOf(runs, Math.max(1, count * 2));
    }

    private static long run(int first, int last) {
        return (long) first << 32 | last;
    }

    private static Runs runs(long[] runs, int count) {
        if (count == 1) {
            return Runs.of((int) (runs[0] >> 32), (int) runs[0]);
        }
        Arrays.sort(runs, 0, count);
        Runs.Builder builder = new Runs.Builder();
        for (int i = 0; i < count; i++) {
            builder.add((int) (runs[i] >> 32), (int) runs[i]);
        }
        return builder.build();
    }
}

package dev.divvy.allocation.sticky;

import dev.divvy.allocation.Runs;
import java.util.Arrays;

/** One member's pieces during a division: the pieces that it held, minus those that it gave up, plus those that it took. */
final class MemberPieces {

    private static final long[] NOTHING = {};

    /** The pieces of members that have their share: nothing is given up or taken. */
    static final MemberPieces UNCHANGED = new MemberPieces(Runs.NONE, 0);

    private final Runs held;
    private long[] given = NOTHING;
    private int givenCount;
    private long[] taken = NOTHING;
    private int takenCount;
    private int balance;

    /** @param due the number of pieces that it must end with */
    MemberPieces(Runs held, int due) {
        this.held = held;
        this.balance = held.count() - due;
    }

    /** The number of pieces that it must still give up. */
    int surplus() {
        return Math.max(0, balance);
    }

    /** The number of pieces that it must still take. */
    int need() {
        return Math.max(0, -balance);
    }

    void giveUp(int first, int last) {
        balance -= last - first + 1;
        given = withCapacity(given, givenCount);
        given[givenCount++] = run(first, last);
    }

    void take(int first, int last) {
        balance += last - first + 1;
        taken = withCapacity(taken, takenCount);
        taken[takenCount++] = run(first, last);
    }

    /** Returns the initial pieces that it has not given up. */
    Runs kept() {
        return givenCount == 0 ? held : held.minus(runs(given, givenCount));
    }

    Runs runs() {
        return takenCount == 0 ? kept() : kept().plus(runs(taken, takenCount));
    }

    /** Allocated on the first change, as most members' pieces never change. */
    private static long[] withCapacity(long[] runs, int count) {
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

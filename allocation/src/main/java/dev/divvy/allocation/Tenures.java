package dev.divvy.allocation;

import java.util.Arrays;
import java.util.BitSet;

/** The tenure of every piece. Immutable; stored in small pages, so that the next epoch shares all pages in which no piece moved. */
public final class Tenures {

    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1 << PAGE_BITS;

    private final int count;
    private final Tenure[][] pages;
    private final Runs inMotion;
    private final long latest;

    private Tenures(int count, Tenure[][] pages, Runs inMotion, long latest) {
        this.count = count;
        this.pages = pages;
        this.inMotion = inMotion;
        this.latest = latest;
    }

    /** The same tenure for every piece. */
    public static Tenures all(int count, Tenure tenure) {
        Tenure[] page = new Tenure[PAGE];
        Arrays.fill(page, tenure);
        Tenure[][] pages = new Tenure[(count + PAGE - 1) >> PAGE_BITS][];
        Arrays.fill(pages, page);
        Runs moving = count > 0 && tenure.inMotion() ? Runs.of(0, count - 1) : Runs.NONE;
        return new Tenures(count, pages, moving, count > 0 ? tenure.since() : 0);
    }

    public int count() {
        return count;
    }

    public Tenure of(int piece) {
        if (piece < 0 || piece >= count) {
            throw new IllegalArgumentException("piece " + piece + " has no tenure: there are " + count);
        }
        return pages[piece >> PAGE_BITS][piece & (PAGE - 1)];
    }

    /** Returns the last of the consecutive pieces, from this one on, that share the same tenure object; {@code most} at the latest. */
    @SuppressWarnings("ReferenceEquality") // equal tenures that are two objects only cost a second step
    public int sharedUntil(int piece, int most) {
        Tenure tenure = of(piece);
        int last = piece;
        int end = Math.min(most, count - 1);
        while (last < end && pages[(last + 1) >> PAGE_BITS][(last + 1) & (PAGE - 1)] == tenure) {
            last++;
        }
        return last;
    }

    /** The pieces that wait for a former owner to release them. */
    public Runs inMotion() {
        return inMotion;
    }

    /** The latest epoch at which a tenure began; 0 when there are no pieces. */
    public long latest() {
        return latest;
    }

    public Changes change() {
        return new Changes(this);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Tenures that) || count != that.count) {
            return false;
        }
        for (int piece = 0; piece < count; piece++) {
            if (pages[piece >> PAGE_BITS] == that.pages[piece >> PAGE_BITS]) {
                piece |= PAGE - 1;
            } else if (!of(piece).equals(that.of(piece))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = count;
        for (int piece = 0; piece < count; piece++) {
            hash = 31 * hash + of(piece).hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        return "tenures of " + count + " pieces, " + inMotion.count() + " in motion";
    }

    /** A copy of the tenures that is being changed. For one thread; unusable after {@link #done()}. */
    public static final class Changes {

        private final Tenures base;
        private final Tenure[][] pages;
        private final BitSet moving;
        private long latest;
        private boolean done;

        private Changes(Tenures base) {
            this.base = base;
            this.pages = base.pages.clone();
            this.latest = base.latest;
            this.moving = base.inMotion.bits();
        }

        public Changes set(int first, int last, Tenure tenure) {
            if (done || first < 0 || last < first || last >= base.count) {
                throw new IllegalArgumentException("tenure of the pieces " + first + " to " + last
                        + (done ? " after the end of the changes" : ": there are " + base.count));
            }
            for (int piece = first; piece <= last; piece++) {
                int page = piece >> PAGE_BITS;
                if (pages[page] == base.pages[page]) {
                    pages[page] = pages[page].clone();
                }
                pages[page][piece & (PAGE - 1)] = tenure;
            }
            moving.set(first, last + 1, tenure.inMotion());
            latest = Math.max(latest, tenure.since());
            return this;
        }

        public Tenures done() {
            done = true;
            return new Tenures(base.count, pages, Runs.ofBits(moving), latest);
        }
    }
}

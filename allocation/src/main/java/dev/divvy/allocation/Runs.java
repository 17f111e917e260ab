package dev.divvy.allocation;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * A set of pieces as contiguous runs in ascending order: the pieces of a member, and what a SQL reader turns into BETWEEN. Runs never touch
 * or overlap; equal sets have equal runs.
 */
public final class Runs {

    public static final Runs NONE = new Runs(new int[0], 0);

    /** The first and the last piece of each run, alternating. */
    private final int[] edges;

    private final int count;

    private Runs(int[] edges, int count) {
        this.edges = edges;
        this.count = count;
    }

    public static Runs of(int first, int last) {
        return new Builder(2).add(first, last).build();
    }

    /**
     * Creates runs from their {@linkplain #toString() text}; spaces may be missing.
     *
     * @throws IllegalArgumentException when the text is not of that form, or not in ascending order
     */
    public static Runs parse(String text) {
        Builder runs = new Builder();
        for (String run : text.split(",", -1)) {
            String[] ends = run.strip().split("-", 2);
            runs.add(parsePiece(ends[0], text), parsePiece(ends[ends.length - 1], text));
        }
        return runs.build();
    }

    private static int parsePiece(String piece, String text) {
        if (!piece.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("\"" + text + "\" is not of the form 0-199, 317, 400-401");
        }
        return Integer.parseInt(piece);
    }

    /** Creates runs from pieces in any order; duplicates count once. */
    public static Runs ofPieces(int... pieces) {
        int[] sorted = pieces.clone();
        Arrays.sort(sorted);
        Builder builder = new Builder();
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                builder.add(sorted[i], sorted[i]);
            }
        }
        return builder.build();
    }

    public static Runs ofBits(BitSet bits) {
        Builder builder = new Builder();
        for (int first = bits.nextSetBit(0); first >= 0; ) {
            int end = bits.nextClearBit(first);
            builder.add(first, end - 1);
            first = bits.nextSetBit(end);
        }
        return builder.build();
    }

    public BitSet bits() {
        BitSet bits = new BitSet(isEmpty() ? 0 : last(size() - 1) + 1);
        addTo(bits);
        return bits;
    }

    public void addTo(BitSet bits) {
        for (int run = 0; run < size(); run++) {
            bits.set(first(run), last(run) + 1);
        }
    }

    /** The number of runs. */
    public int size() {
        return edges.length / 2;
    }

    /** The number of pieces. */
    public int count() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public int first(int run) {
        return edges[2 * run];
    }

    public int last(int run) {
        return edges[2 * run + 1];
    }

    public boolean contains(int piece) {
        int run = search(0, size(), piece);
        return run < size() && first(run) <= piece;
    }

    /** Returns the first of these runs that ends at or after this piece; {@code high} when there is none. */
    private int search(int low, int high, int piece) {
        int from = low;
        int to = high;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (last(middle) < piece) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    public Runs plus(Runs other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        Builder builder = new Builder(edges.length + other.edges.length);
        int index = 0;
        int otherIndex = 0;
        while (index < size() || otherIndex < other.size()) {
            boolean takeOwn = otherIndex == other.size() || (index < size() && first(index) <= other.first(otherIndex));
            if (takeOwn) {
                builder.merge(first(index), last(index));
                index++;
            } else {
                builder.merge(other.first(otherIndex), other.last(otherIndex));
                otherIndex++;
            }
        }
        return builder.build();
    }

    /** Returns this set without the other; the same instance when nothing is removed. */
    public Runs minus(Runs other) {
        if (isEmpty() || other.isEmpty()) {
            return this;
        }
        if (edges == other.edges || isWithinFirstOf(other)) {
            return NONE;
        }
        Builder builder = new Builder(edges.length);
        int otherIndex = 0;
        for (int index = 0; index < size(); index++) {
            int first = first(index);
            otherIndex = other.skip(otherIndex, first);
            for (int cut = otherIndex;
                    cut < other.size() && other.first(cut) <= last(index) && first <= last(index);
                    cut++) {
                if (other.first(cut) > first) {
                    builder.add(first, other.first(cut) - 1);
                }
                first = other.last(cut) + 1;
            }
            if (first <= last(index)) {
                builder.add(first, last(index));
            }
        }
        return builder.count == count ? this : builder.build();
    }

    /** Returns the intersection; the same instance when it is equal to this set. */
    public Runs and(Runs other) {
        if (edges == other.edges || isEmpty() || isWithinFirstOf(other)) {
            return this;
        }
        if (other.isEmpty()) {
            return NONE;
        }
        Builder builder = new Builder();
        int index = 0;
        int otherIndex = 0;
        while (index < size() && otherIndex < other.size()) {
            int first = Math.max(first(index), other.first(otherIndex));
            int last = Math.min(last(index), other.last(otherIndex));
            if (first <= last) {
                builder.add(first, last);
            }
            if (last(index) < other.last(otherIndex)) {
                index = skip(index + 1, other.first(otherIndex));
            } else {
                otherIndex = other.skip(otherIndex + 1, first(index));
            }
        }
        return builder.count == count ? this : builder.build();
    }

    /**
     * Returns the first run from this one on that ends at or after this piece. Searches in steps that double, as the run is usually near.
     */
    private int skip(int from, int piece) {
        int low = from;
        int high = from;
        for (int step = 1; high < size() && last(high) < piece; step *= 2) {
            low = high + 1;
            high += step;
        }
        return search(low, Math.min(high, size()), piece);
    }

    /** The fast path for a set that is one run, such as all pieces. */
    private boolean isWithinFirstOf(Runs other) {
        return !other.isEmpty() && other.first(0) <= first(0) && last(size() - 1) <= other.last(0);
    }

    public void forEach(IntConsumer action) {
        for (int run = 0; run < size(); run++) {
            for (int piece = first(run); piece <= last(run); piece++) {
                action.accept(piece);
            }
        }
    }

    public int[] pieces() {
        int[] pieces = new int[count];
        int[] next = {0};
        forEach(piece -> pieces[next[0]++] = piece);
        return pieces;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Runs that && Arrays.equals(edges, that.edges));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(edges);
    }

    /** Returns the display form: {@code 0-199, 317, 400-401}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int run = 0; run < size(); run++) {
            text.append(run == 0 ? "" : ", ").append(first(run));
            if (last(run) > first(run)) {
                text.append('-').append(last(run));
            }
        }
        return text.toString();
    }

    /** Collects runs in ascending order; runs that touch are merged. */
    public static final class Builder {

        private int[] edges;
        private int used;
        private int count;

        public Builder() {
            this(8);
        }

        private Builder(int capacity) {
            edges = new int[Math.max(2, capacity)];
        }

        /** Adds a run that begins after all that were added so far. */
        public Builder add(int first, int last) {
            if (first < 0 || last < first || last == Integer.MAX_VALUE || (used > 0 && first <= edges[used - 1])) {
                throw new IllegalArgumentException("run " + first + "-" + last + " is not in ascending order"
                        + (used > 0 ? " after " + edges[used - 1] : ""));
            }
            merge(first, last);
            return this;
        }

        /** Adds a run that begins at or after the beginning of the last one; overlapping pieces count once. */
        private void merge(int first, int last) {
            if (used > 0 && first <= edges[used - 1] + 1) {
                int more = Math.max(0, last - edges[used - 1]);
                edges[used - 1] += more;
                count += more;
                return;
            }
            if (used + 2 > edges.length) {
                edges = Arrays.copyOf(edges, edges.length * 2);
            }
            edges[used++] = first;
            edges[used++] = last;
            count += last - first + 1;
        }

        public Runs build() {
            return used == 0 ? NONE : new Runs(Arrays.copyOf(edges, used), count);
        }
    }
}

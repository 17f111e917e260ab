package dev.divvy.allocation.copies;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Pieces in classes of the same owner and the same kept holders, all of them settled or none: the placement treats the pieces of a class
 * alike.
 */
final class PieceClasses {

    /** The level before those of kept holders: the owner, and whether the piece is settled. */
    private static final int KIND = -1;

    private final OwnerRows rows;
    private final int[] first;
    private final int[] pieces;

    private PieceClasses(OwnerRows rows, int[] first, int[] pieces) {
        this.rows = rows;
        this.first = first;
        this.pieces = pieces;
    }

    /**
     * Returns the classes of these pieces, sorted by owner. The pieces are sorted by counting, by the least important feature first: plans
     * are so rare that their code is seldom compiled, and counting takes the fewest steps.
     */
    static PieceClasses of(OwnerRows rows, int[] pieces) {
        int members = rows.request().members();
        int depth = rows.request().previousDepth();
        int[] sorted = pieces;
        int[] features = new int[pieces.length];
        for (int level = depth - 1; level >= 0; level--) {
            sorted = sorted(sorted, features(rows, sorted, level, features), members + 1);
        }
        sorted = sorted(sorted, features(rows, sorted, KIND, features), 2 * rows.count());
        boolean[] begins = new boolean[sorted.length];
        for (int level = KIND; level < depth; level++) {
            features(rows, sorted, level, features);
            for (int i = 0; i < sorted.length; i++) {
                begins[i] |= i == 0 || features[i] != features[i - 1];
            }
        }
        int classes = 0;
        int[] first = new int[sorted.length + 1];
        for (int i = 0; i < sorted.length; i++) {
            if (begins[i]) {
                first[classes++] = i;
            }
        }
        first[classes] = sorted.length;
        return new PieceClasses(rows, Arrays.copyOf(first, classes + 1), sorted);
    }

    /** Writes the feature of each piece on a level, as a number from 0, and returns the array. */
    private static int[] features(OwnerRows rows, int[] pieces, int level, int[] features) {
        for (int i = 0; i < pieces.length; i++) {
            features[i] = level == KIND
                    ? rows.row(pieces[i]) * 2 + (rows.request().isUnsettled(pieces[i]) ? 1 : 0)
                    : rows.kept(pieces[i], level) + 1;
        }
        return features;
    }

    /** Returns the pieces in the order of a feature below a bound; equal ones keep their order. */
    private static int[] sorted(int[] pieces, int[] features, int bound) {
        int[] place = new int[bound + 1];
        for (int feature : features) {
            place[feature + 1]++;
        }
        for (int feature = 0; feature < bound; feature++) {
            place[feature + 1] += place[feature];
        }
        int[] sorted = new int[pieces.length];
        for (int i = 0; i < pieces.length; i++) {
            sorted[place[features[i]]++] = pieces[i];
        }
        return sorted;
    }

    int count() {
        return first.length - 1;
    }

    /** Returns the sources of the copies of all classes. */
    List<CopySource> sources() {
        List<CopySource> sources = new ArrayList<>();
        for (int number = 0; number < count(); number++) {
            int[] alike = Arrays.copyOfRange(pieces, first[number], first[number + 1]);
            if (rows.request().isUnsettled(alike[0]) && !rows.isFixed(alike[0])) {
                sources.add(CopySource.staying(rows, alike));
            }
            sources.add(CopySource.open(rows, alike, true));
        }
        return sources;
    }
}

package dev.divvy.allocation;

import java.util.Arrays;

/**
 * The members that keep the copies (backups) of each piece: {@code depth} members per piece, by their index in the roster, nearest first.
 */
public final class Copies {

    /** The maximum number of copies of one piece. */
    public static final int DEEPEST = 7;

    public static final Copies NONE = new Copies(0, new int[0]);

    private final int depth;
    private final int[] holders;

    private Copies(int depth, int[] holders) {
        this.depth = depth;
        this.holders = holders;
    }

    /**
     * Creates copies from the holders of piece 0, then of piece 1, and so on; {@link Division#NO_MEMBER} where no member could take one.
     */
    public static Copies of(int depth, int... holders) {
        checkDepth(depth);
        if (depth == 0) {
            return NONE;
        }
        if (holders.length % depth != 0) {
            throw new IllegalArgumentException(holders.length + " holders are not a multiple of " + depth + " copies");
        }
        return new Copies(depth, holders.clone());
    }

    public static int checkDepth(int depth) {
        if (depth < 0 || depth > DEEPEST) {
            throw new IllegalArgumentException(depth + " copies: must be between 0 and " + DEEPEST);
        }
        return depth;
    }

    /** Rejects copies that do not fit these pieces and members. */
    void check(Division division) {
        if (holders.length != depth * division.count()) {
            throw new IllegalArgumentException(this + " do not fit " + division.count() + " pieces");
        }
        for (int holder : holders) {
            if (holder < Division.NO_MEMBER || holder >= division.members()) {
                throw new IllegalArgumentException(
                        "a copy is held by member " + holder + ", but there are " + division.members());
            }
        }
    }

    public int depth() {
        return depth;
    }

    /** Returns the holder of one copy, with {@code level} counted from 0, or {@link Division#NO_MEMBER}. */
    public int holder(int piece, int level) {
        if (level < 0 || level >= depth || piece < 0 || piece >= holders.length / depth) {
            throw new IllegalArgumentException("copy " + level + " of piece " + piece + ": there are " + this);
        }
        return holders[piece * depth + level];
    }

    public boolean holds(int member, int piece) {
        for (int level = 0; level < depth; level++) {
            if (holders[piece * depth + level] == member) {
                return true;
            }
        }
        return false;
    }

    /** Returns all holders in the order in which {@link #of} takes them; a fresh array. */
    public int[] holders() {
        return holders.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Copies that && depth == that.depth && Arrays.equals(holders, that.holders);
    }

    @Override
    public int hashCode() {
        return 31 * depth + Arrays.hashCode(holders);
    }

    @Override
    public String toString() {
        return depth + " copies of " + (depth == 0 ? 0 : holders.length / depth) + " pieces";
    }
}

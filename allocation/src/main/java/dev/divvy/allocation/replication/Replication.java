package dev.divvy.allocation.replication;

import dev.divvy.allocation.Copies;
import java.util.OptionalInt;

/**
 * Whether the members of a group keep data of their pieces, such as cache entries, and how many copies of it. Where they do, an allocation
 * records for each piece the members that keep a copy, and its {@link Heirs}.
 *
 * @param copies the number of members besides the owner that keep a copy of each piece; 0 if only the owner has the data; empty if there is
 *     no data to keep
 */
public record Replication(OptionalInt copies) {

    /** Pieces without data: neither copies nor heirs are recorded. */
    public static final Replication NONE = new Replication(OptionalInt.empty());

    public Replication {
        copies.ifPresent(Copies::checkDepth);
    }

    /** Returns the replication of pieces with data, kept by the owner and this many other members. */
    public static Replication of(int copies) {
        return new Replication(OptionalInt.of(copies));
    }

    /** Whether heirs are recorded. */
    public boolean keepsHeirs() {
        return copies.isPresent();
    }

    /** The number of copies of each piece besides the owner's. */
    public int depth() {
        return copies.orElse(0);
    }

    @Override
    public String toString() {
        return copies.isEmpty() ? "no data" : copies.getAsInt() + (copies.getAsInt() == 1 ? " copy" : " copies");
    }
}

package dev.divvy.allocation;

import java.util.Optional;

/**
 * A run of pieces that changed owner together between two allocations. A member that came back as a new incarnation is the same
 * owner: its pieces did not move, though their tenure began anew.
 */
public record Move(int first, int last, Optional<String> from, Optional<String> to) {

    public Move {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("move of the pieces " + first + " to " + last);
        }
        if (from.equals(to)) {
            throw new IllegalArgumentException("move of piece " + first + " from " + from + " to the same");
        }
    }

    public int count() {
        return last - first + 1;
    }
}

package dev.divvy.allocation;

import dev.divvy.allocation.support.NameRules;

/** A point in the history of a board: a lineage and an epoch of it. Epochs of different lineages are not comparable. */
public record Version(String lineage, long epoch) {

    public Version {
        NameRules.check("lineage", lineage, NameRules.LONGEST);
        if (epoch < 1) {
            throw new IllegalArgumentException("epoch " + epoch + " of lineage " + lineage + "; the first is 1");
        }
    }

    public Version next() {
        if (epoch == Long.MAX_VALUE) {
            throw new IllegalStateException("lineage " + lineage + " has reached its last epoch; start a new lineage");
        }
        return new Version(lineage, epoch + 1);
    }

    @Override
    public String toString() {
        return lineage + "@" + epoch;
    }
}

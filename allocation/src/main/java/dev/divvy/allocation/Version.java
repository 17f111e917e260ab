package dev.divvy.allocation;

import dev.divvy.allocation.support.NameRules;

/** A point in the life of a board: one of its lineages and an epoch of it. Epochs of different lineages do not compare. */
public record Version(String lineage, long epoch) {

    public Version {
        NameRules.check("lineage", lineage, NameRules.LONGEST);
        if (epoch < 1) {
            throw new IllegalArgumentException("epoch " + epoch + " of lineage " + lineage + "; the first is 1");
        }
    }

    public Version next() {
        if (epoch == Long.MAX_VALUE) {
            throw new IllegalStateException("lineage " + lineage + " has come to its last epoch; begin a new lineage");
        }
        return new Version(lineage, epoch + 1);
    }

    @Override
    public String toString() {
        return lineage + "@" + epoch;
    }
}

package dev.divvy.coordination;

import dev.divvy.allocation.Version;

/**
 * A fencing token: the lineage and epoch at which a piece was gained. A resource that has seen a newer fence refuses an older one. Epochs
 * increase across lineages as far as members remember them, so the epoch alone orders fences. Fence a resource by its key or range, not by
 * the number of its token: after a split the same number is another range.
 */
public record Fence(String lineage, long epoch) {

    public Fence {
        if (epoch < 1) {
            throw new IllegalArgumentException(
                    "fence of epoch " + epoch + " of lineage " + lineage + "; the first is 1");
        }
    }

    public static Fence of(Version version) {
        return new Fence(version.lineage(), version.epoch());
    }

    public boolean olderThan(Fence other) {
        return epoch < other.epoch;
    }

    @Override
    public String toString() {
        return lineage + "@" + epoch;
    }
}

package dev.divvy.coordination;

import dev.divvy.allocation.Version;

/**
 * What a holding shows to the outside: the lineage and epoch at which it was gained. A resource that has seen a newer fence refuses an
 * older one. Epochs grow from lineage to lineage as far as members remember, so the epoch orders them. A
 * resource is fenced by its key or range, not by the number of a token: after tokens were split that means another range.
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

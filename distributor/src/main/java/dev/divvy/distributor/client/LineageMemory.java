package dev.divvy.distributor.client;

import dev.divvy.allocation.Version;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The lineages that a service has seen. After a flush a new lineage begins, whose tables do not know the former owners of a unit: some of them may
 * not have noticed yet. Used by the loop's thread only.
 */
final class LineageMemory {

    private final Duration grace;

    /** The lineage in which the service acknowledged last; kept while there is no table. */
    private Optional<String> acknowledged = Optional.empty();

    private Optional<String> seen = Optional.empty();

    /** The {@link System#nanoTime()} at which a lineage took the place of another one. */
    private OptionalLong replacedAt = OptionalLong.empty();

    LineageMemory(Duration grace) {
        this.grace = grace;
    }

    /** Records the version of a table, and returns whether the table may lack the former owners of its units. */
    boolean handoversUnknown(Optional<Version> version, long now) {
        Optional<String> current = version.map(Version::lineage);
        if (current.isPresent() && !current.equals(seen)) {
            replacedAt = seen.isPresent() ? OptionalLong.of(now) : replacedAt;
            seen = current;
        }
        boolean notAcknowledged = acknowledged.isPresent() && current.isPresent() && !current.equals(acknowledged);
        return notAcknowledged || (replacedAt.isPresent() && now - replacedAt.getAsLong() < grace.toNanos());
    }

    /** Records that the service has acknowledged this version. */
    void acknowledged(Optional<Version> version) {
        acknowledged = version.map(Version::lineage).or(() -> acknowledged);
    }
}

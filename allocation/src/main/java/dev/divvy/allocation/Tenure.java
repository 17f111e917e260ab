package dev.divvy.allocation;

import java.util.List;
import java.util.Optional;

/**
 * How a piece came to its owner: when, from whom, by which rule, and who must still let go of it. Pieces that came together share one.
 *
 * @param since the epoch at which it became the owner's; with the lineage it is the fence of work on the piece
 * @param from the last owner before, if there was one
 * @param releasers every incarnation that lost it and has not acknowledged; empty when it is not in motion
 */
public record Tenure(long since, Optional<Incarnation> from, Rule rule, List<Releaser> releasers) {

    public Tenure {
        if (since < 1) {
            throw new IllegalArgumentException("tenure since epoch " + since + "; the first is 1");
        }
        releasers = List.copyOf(releasers);
        for (Releaser releaser : releasers) {
            if (releaser.lostAt() > since) {
                throw new IllegalArgumentException("tenure since epoch " + since + " waits for " + releaser.life()
                        + ", who lost it later, at " + releaser.lostAt());
            }
        }
    }

    /** The tenure of a piece that nobody ever owned. */
    public static Tenure never(long epoch) {
        return new Tenure(epoch, Optional.empty(), Rule.FIRST, List.of());
    }

    public boolean inMotion() {
        return !releasers.isEmpty();
    }

    public Tenure withReleasers(List<Releaser> next) {
        return new Tenure(since, from, rule, next);
    }
}

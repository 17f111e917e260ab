package dev.divvy.allocation;

import java.util.List;
import java.util.Optional;

/**
 * The ownership of a piece by one incarnation: since when, from which owner, by which rule, and which incarnations must still release it.
 * Pieces that moved together share one tenure.
 *
 * @param since the epoch at which the owner got it; together with the lineage it is the fence for work on the piece
 * @param from the previous owner, if there was one
 * @param releasers every incarnation that lost the piece and has not acknowledged the loss; empty when the piece is not in motion
 */
public record Tenure(long since, Optional<Incarnation> from, Rule rule, List<Releaser> releasers) {

    public Tenure {
        if (since < 1) {
            throw new IllegalArgumentException("tenure since epoch " + since + "; the first is 1");
        }
        releasers = List.copyOf(releasers);
        for (Releaser releaser : releasers) {
            if (releaser.lostAt() > since) {
                throw new IllegalArgumentException("tenure since epoch " + since + " waits for "
                        + releaser.incarnation() + ", which lost it later, at epoch " + releaser.lostAt());
            }
        }
    }

    /** Returns the tenure of a piece that never had an owner. */
    public static Tenure neverOwned(long epoch) {
        return new Tenure(epoch, Optional.empty(), Rule.FIRST, List.of());
    }

    public boolean inMotion() {
        return !releasers.isEmpty();
    }

    public Tenure withReleasers(List<Releaser> next) {
        return new Tenure(since, from, rule, next);
    }
}

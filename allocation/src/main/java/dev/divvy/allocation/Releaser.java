package dev.divvy.allocation;

/**
 * An incarnation that lost a piece and has not acknowledged the loss. The new owner waits until this incarnation is gone or has
 * acknowledged an epoch of at least {@code lostAt}.
 */
public record Releaser(Incarnation incarnation, long lostAt) {

    public Releaser {
        if (lostAt < 1) {
            throw new IllegalArgumentException("releaser " + incarnation + " lost its piece at epoch " + lostAt);
        }
    }
}

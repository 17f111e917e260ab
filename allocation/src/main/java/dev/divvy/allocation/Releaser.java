package dev.divvy.allocation;

/**
 * One who lost a piece and has not acknowledged it: the new owner waits until this incarnation is gone or has acknowledged
 * an epoch of at least {@code lostAt}.
 */
public record Releaser(Incarnation life, long lostAt) {

    public Releaser {
        if (lostAt < 1) {
            throw new IllegalArgumentException("releaser " + life + " lost its piece at epoch " + lostAt);
        }
    }
}

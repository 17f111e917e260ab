package dev.divvy.coordination;

import java.time.Duration;

/**
 * The times that all members of a group share. The constructor rejects values with which the guarantees could not be kept.
 *
 * @param pulse the interval between a member's pulses (heartbeats)
 * @param timeToLive how long a card's beat must stay unchanged before other members may eject it
 * @param margin how much earlier than the time-to-live a member itself stops holding; at least the drift of two clocks in that time
 * @param settle how long a membership change is watched before it is planned, so that many arrivals become one change
 * @param grace how long work in flight may take to release a piece
 * @param clockError the error allowed in the rate of one clock; 0.05 is five percent
 */
public record Timing(
        Duration pulse, Duration timeToLive, Duration margin, Duration settle, Duration grace, double clockError) {

    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** Times for boards on a server, such as a database or Redis. */
    public static final Timing SERVER = new Timing(
            Duration.ofSeconds(1),
            Duration.ofMillis(3500),
            Duration.ofMillis(525),
            Duration.ofMillis(200),
            Duration.ofMillis(400),
            0.05);

    /** Times for boards in memory or among peers. */
    public static final Timing PEERS = new Timing(
            Duration.ofMillis(200),
            Duration.ofSeconds(2),
            Duration.ofMillis(300),
            Duration.ofMillis(200),
            Duration.ofMillis(400),
            0.05);

    public Timing {
        positive("pulse", pulse);
        positive("time-to-live", timeToLive);
        positive("margin", margin);
        notNegative("settle", settle);
        notNegative("grace", grace);
        if (!(clockError >= 0 && clockError < 0.5)) {
            throw new IllegalArgumentException("clock error " + clockError + " must be at least 0 and below 0.5");
        }
        if (pulse.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("pulse " + shown(pulse) + " is below " + shown(SHORTEST));
        }
        if (margin.compareTo(timeToLive) >= 0) {
            throw new IllegalArgumentException(
                    "margin " + shown(margin) + " must be below the time-to-live " + shown(timeToLive));
        }
        double least = timeToLive.toNanos() * 2 * clockError;
        if (margin.toNanos() < least) {
            throw new IllegalArgumentException("margin " + shown(margin)
                    + " is below the allowed drift: two clocks wrong by "
                    + clockError * 100 + " % each drift apart by " + shown(Duration.ofNanos((long) Math.ceil(least)))
                    + " in a time-to-live of " + shown(timeToLive));
        }
        if (pulse.multipliedBy(2).compareTo(timeToLive.minus(margin)) > 0) {
            throw new IllegalArgumentException("pulse " + shown(pulse) + " is not well below the time-to-live "
                    + shown(timeToLive) + ": less the margin " + shown(margin)
                    + " two pulses must fit, so that one may be lost");
        }
    }

    /**
     * Returns a timing with this pulse and time-to-live, a margin of 15 % of the time-to-live, and otherwise the values of {@link #SERVER}.
     */
    public static Timing of(Duration pulse, Duration timeToLive) {
        notNegative("time-to-live", timeToLive);
        return new Timing(
                pulse,
                timeToLive,
                timeToLive.multipliedBy(15).dividedBy(100),
                SERVER.settle,
                SERVER.grace,
                SERVER.clockError);
    }

    public Timing withMargin(Duration next) {
        return new Timing(pulse, timeToLive, next, settle, grace, clockError);
    }

    public Timing withSettle(Duration next) {
        return new Timing(pulse, timeToLive, margin, next, grace, clockError);
    }

    public Timing withGrace(Duration next) {
        return new Timing(pulse, timeToLive, margin, settle, next, clockError);
    }

    public Timing withClockError(double next) {
        return new Timing(pulse, timeToLive, margin, settle, grace, next);
    }

    /** Returns the timeout of one call to the board: a third of the lease, so that a failed call leaves time for another. */
    public Duration timeout() {
        return lease().dividedBy(3);
    }

    /** Returns how long a pulse allows its member to hold, counted from the moment before the pulse was sent. */
    public Duration lease() {
        return timeToLive.minus(margin);
    }

    /**
     * Returns how long before the end of its lease a member asks its work to stop, so that the work has stopped when the lease ends. At
     * most a third of the lease, however long the grace time is: a pulse that is slightly late must not stop work.
     */
    public Duration notice() {
        Duration spare = lease().minus(pulse.multipliedBy(2));
        Duration third = lease().dividedBy(3);
        Duration most = spare.compareTo(third) < 0 ? spare : third;
        return grace.compareTo(most) < 0 ? grace : most;
    }

    /** Checks that a time-to-live is within the limits of every group. */
    public static void checkTimeToLive(Duration value) {
        positive("time-to-live", value);
    }

    private static void positive(String what, Duration value) {
        notNegative(what, value);
        if (value.isZero()) {
            throw new IllegalArgumentException(what + " is 0; it must be positive");
        }
    }

    private static void notNegative(String what, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(what + " " + shown(value) + " is negative");
        }
        if (value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(what + " " + shown(value) + " is longer than a day");
        }
    }

    private static String shown(Duration value) {
        return value.toString().substring(2).toLowerCase(java.util.Locale.ROOT);
    }
}

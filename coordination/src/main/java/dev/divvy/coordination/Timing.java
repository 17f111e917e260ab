package dev.divvy.coordination;

import java.time.Duration;

/**
 * The times that all members of a group agree on. A configuration that could not keep its promises is refused.
 *
 * @param pulse how often a member shows that it is alive
 * @param timeToLive how long a card may stand still before others may take it off
 * @param margin how much earlier than that the member itself stops holding: more than the clocks can drift apart meanwhile
 * @param settle how long a change of the members is watched before it is planned, so that many arrivals are one change
 * @param grace how long work in flight may take to let go of a piece
 * @param clockError by how much the rate of one clock may be wrong: 0.05 is five percent
 */
public record Timing(
        Duration pulse, Duration timeToLive, Duration margin, Duration settle, Duration grace, double clockError) {

    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** For boards on a server: a database or Redis. */
    public static final Timing SERVER = new Timing(
            Duration.ofSeconds(1),
            Duration.ofMillis(3500),
            Duration.ofMillis(525),
            Duration.ofMillis(200),
            Duration.ofMillis(400),
            0.05);

    /** For boards in memory or among peers. */
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

    /** Other times to live and pulses, with a margin of 15 % of the time-to-live. */
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

    /** How long one call of the board may take: a third of the lease, so that a call that fails leaves time for another. */
    public Duration patience() {
        return lease().dividedBy(3);
    }

    /** How long a pulse lets its member hold, from the moment before it was sent. */
    public Duration lease() {
        return timeToLive.minus(margin);
    }

    /**
     * How long before its lease ends a member asks its work to stop, so that it has stopped when the lease ends. Never more than a third of the
     * lease, however long the grace time is: a pulse that is a little late must not stop anything.
     */
    public Duration notice() {
        Duration spare = lease().minus(pulse.multipliedBy(2));
        Duration third = lease().dividedBy(3);
        Duration most = spare.compareTo(third) < 0 ? spare : third;
        return grace.compareTo(most) < 0 ? grace : most;
    }

    /** Refuses a time-to-live that no group can have. */
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

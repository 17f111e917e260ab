package dev.divvy.testkit.simulation.random;

/** The monotonic clock of one process: it began anywhere and runs a little too fast or too slow, but never back. */
public final class SimulatedClock {

    private static final long WHOLE = 10_000;

    private long baseReal;
    private long baseLocal;
    private long rate;

    /**
     * A clock that shows a time now.
     *
     * @param rate of its running, in ten-thousandths: 10,500 is five percent too fast
     */
    public SimulatedClock(long real, long local, long rate) {
        this.baseReal = real;
        this.baseLocal = local;
        this.rate = rate;
    }

    /** A rate that is wrong by at most so much; the extremes are as likely as all between. */
    public static long rate(SeededRandom dice, double error) {
        long most = (long) (error * WHOLE);
        return switch (dice.below(4)) {
            case 0 -> WHOLE - most;
            case 1 -> WHOLE + most;
            default -> WHOLE + dice.between(-most, most);
        };
    }

    public long local(long real) {
        return baseLocal + (real - baseReal) * rate / WHOLE;
    }

    /** When this clock will show a local time; the earliest such moment. */
    public long real(long local) {
        return baseReal + ((local - baseLocal) * WHOLE + rate - 1) / rate;
    }

    public void drift(long real, long next) {
        baseLocal = local(real);
        baseReal = real;
        rate = next;
    }
}

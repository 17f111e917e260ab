package dev.divvy.testkit.simulation.random;

/** The monotonic clock of one process: it starts at an arbitrary value and runs slightly too fast or too slow, but never back. */
public final class SimulatedClock {

    private static final long NOMINAL = 10_000;

    private long baseReal;
    private long baseLocal;
    private long rate;

    /**
     * Creates a clock that shows {@code local} at the real time {@code real}.
     *
     * @param rate the speed in ten-thousandths: 10,500 is five percent too fast
     */
    public SimulatedClock(long real, long local, long rate) {
        this.baseReal = real;
        this.baseLocal = local;
        this.rate = rate;
    }

    /** Returns a rate with at most this error; half of the draws are the extremes. */
    public static long rate(SeededRandom random, double error) {
        long most = (long) (error * NOMINAL);
        return switch (random.below(4)) {
            case 0 -> NOMINAL - most;
            case 1 -> NOMINAL + most;
            default -> NOMINAL + random.between(-most, most);
        };
    }

    public long local(long real) {
        return baseLocal + (real - baseReal) * rate / NOMINAL;
    }

    /** Returns the earliest real time at which this clock shows a local time. */
    public long real(long local) {
        return baseReal + ((local - baseLocal) * NOMINAL + rate - 1) / rate;
    }

    public void drift(long real, long next) {
        baseLocal = local(real);
        baseReal = real;
        rate = next;
    }
}

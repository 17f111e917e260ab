package dev.divvy.testkit.simulation.random;

import dev.divvy.coordination.Timing;
import dev.divvy.testkit.simulation.InjectedFault;
import dev.divvy.testkit.simulation.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * When it storms and when it is calm, and how likely each trouble of a message is now. Every storm has its own mix, so that some are
 * all of one kind.
 */
public final class FaultSchedule {

    private static final long MILLI = 1_000_000L;

    /** Where a scenario has no more kinds of trouble than this, every storm brings all of them, and plenty. */
    private static final int FEW = 10;

    /** A storm from its beginning to its end, then calm; from {@code well} on all must be well again. */
    public record Phase(long begins, long calm, long well, long ends) {}

    private final SeededRandom dice;
    private final EventQueue agenda;
    private final SimulationStats tally;
    private final Scenario scenario;
    private final Timing timing;
    private final List<Phase> phases = new ArrayList<>();
    private final Map<InjectedFault, Double> rates = new EnumMap<>(InjectedFault.class);
    private boolean stormy;

    public FaultSchedule(
            Scenario scenario, Timing timing, SeededRandom dice, EventQueue agenda, SimulationStats tally) {
        this.dice = dice;
        this.agenda = agenda;
        this.tally = tally;
        this.scenario = scenario;
        this.timing = timing;
        forecast(scenario.length().toNanos());
    }

    private void forecast(long length) {
        long calm = bound(timing) + 3 * timing.pulse().toNanos();
        long least = Duration.ofSeconds(20).toNanos();
        for (long at = 0; phases.isEmpty() || at < length; ) {
            long left = length - at - calm;
            long storm = dice.between(3 * least, 6 * least);
            if (left - storm < calm + least) {
                storm = Math.max(least, left);
            }
            long over = at + storm;
            phases.add(new Phase(at, over, over + bound(timing), over + calm));
            at = over + calm;
        }
    }

    /**
     * How long a group may take after a storm to be well again. Everyone comes back after its longest wait and a failed request; the
     * cards of the dead are watched for a time-to-live, once before they stand in the way of a new process of their id; a board that
     * forgot is watched for another; then come the settle time at its longest, the grace time, and some pulses. All of it on the
     * slowest clock.
     */
    public static long bound(Timing timing) {
        long wait = 7 * timing.pulse().toNanos() + timing.patience().toNanos();
        long watch = 3 * timing.timeToLive().toNanos();
        long change = 2
                * (6 * timing.settle().toNanos()
                        + timing.grace().toNanos()
                        + 3 * timing.pulse().toNanos());
        return (long) ((wait + watch + change) / (1 - timing.clockError()));
    }

    public List<Phase> phases() {
        return phases;
    }

    public boolean stormy() {
        return stormy;
    }

    /** How likely this kind is, compared to others of this storm. */
    public double rate(InjectedFault trouble) {
        return rates.getOrDefault(trouble, 0.0);
    }

    public void storm() {
        stormy = true;
        boolean few = scenario.troubles().size() <= FEW;
        double strength = dice.spread(few ? 200 : 20, few ? 900 : 500) / 1000.0;
        double share = few ? 1.0 : dice.pick(List.of(0.3, 0.6, 1.0));
        for (InjectedFault trouble : InjectedFault.values()) {
            if (scenario.troubles().contains(trouble) && dice.chance(share)) {
                rates.put(trouble, strength * dice.fraction());
            }
        }
    }

    public void calm() {
        stormy = false;
        rates.clear();
    }

    /** Whether a message meets this trouble; if so it is counted. */
    public boolean strikes(InjectedFault trouble) {
        Double rate = rates.get(trouble);
        if (rate == null || !dice.chance(rate)) {
            return false;
        }
        tally.count(trouble);
        return true;
    }

    /** How long a message is on its way when nothing befalls it. */
    public long latency() {
        return stormy ? dice.spread(MILLI / 10, 40 * MILLI) : dice.between(MILLI / 10, 5 * MILLI);
    }

    /** How long a message takes whose sender may have given it up by then. */
    public long late() {
        return dice.spread(
                timing.patience().toNanos() / 4, Duration.ofMinutes(3).toNanos());
    }

    /** Between two moments of one pulse. */
    public long between() {
        return strikes(InjectedFault.BOARD_SLOW)
                ? dice.spread(20 * MILLI, timing.patience().toNanos())
                : dice.between(0, MILLI);
    }

    /**
     * When a message that would arrive at this time does: what is late from a storm does not come in a calm window, but in the next
     * storm. After the last storm it never comes.
     */
    public long landing(long time) {
        if (!stormy) {
            return time;
        }
        for (Phase phase : phases) {
            if (time < phase.calm()) {
                return time;
            }
            if (time < phase.ends() && agenda.now() < phase.calm()) {
                time = phase.ends() + dice.between(0, 5_000) * MILLI;
            }
        }
        return Long.MAX_VALUE;
    }
}

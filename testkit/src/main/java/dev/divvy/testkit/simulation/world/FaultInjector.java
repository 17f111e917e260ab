package dev.divvy.testkit.simulation.world;

import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import dev.divvy.testkit.simulation.InjectedFault;
import dev.divvy.testkit.simulation.random.FaultSchedule;
import dev.divvy.testkit.simulation.random.SimulatedClock;
import dev.divvy.testkit.simulation.random.WallClocks;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Strikes while it storms: processes, clocks and the board; what befalls single messages is the network's. */
final class FaultInjector {

    private static final long MILLI = 1_000_000L;

    /** How often each kind comes, compared to the others, in a storm that brings them all. */
    private static final Map<InjectedFault, Integer> WEIGHTS = new EnumMap<>(Map.ofEntries(
            Map.entry(InjectedFault.PAUSE, 120),
            Map.entry(InjectedFault.CRASH, 40),
            Map.entry(InjectedFault.TWIN, 15),
            Map.entry(InjectedFault.REQUESTS_CUT, 40),
            Map.entry(InjectedFault.ANSWERS_CUT, 40),
            Map.entry(InjectedFault.PARTITION, 40),
            Map.entry(InjectedFault.BOARD_OUTAGE, 15),
            Map.entry(InjectedFault.BOARD_FLUSHED, 3),
            Map.entry(InjectedFault.BOARD_SET_BACK, 4),
            Map.entry(InjectedFault.CLOCK_DRIFT, 60),
            Map.entry(InjectedFault.WALL_CLOCK_JUMP, 30),
            Map.entry(InjectedFault.PIN, 20),
            Map.entry(InjectedFault.UNPIN, 20),
            Map.entry(InjectedFault.WEIGHT, 20),
            Map.entry(InjectedFault.DRAIN, 10),
            Map.entry(InjectedFault.UNDRAIN, 20),
            Map.entry(InjectedFault.SUSPEND, 5),
            Map.entry(InjectedFault.RESUME, 20),
            Map.entry(InjectedFault.OTHER_PIECES, 15),
            Map.entry(InjectedFault.EXCLUSIVE_JOB, 8),
            Map.entry(InjectedFault.MEMBER_SUSPENDS_ITSELF, 10),
            Map.entry(InjectedFault.MEMBER_COMES_BACK, 20),
            Map.entry(InjectedFault.PLANNED_LEAVE, 15),
            Map.entry(InjectedFault.NEW_MEMBER, 5)));

    private final SimulationWorld world;
    private final SimulatedOperator operator;
    private final int mostMembers;
    private long tempo;
    private int storms;

    FaultInjector(SimulationWorld world, int members) {
        this.world = world;
        this.operator = new SimulatedOperator(world);
        this.mostMembers = members + 3;
    }

    void begin() {
        tempo = world.dice.spread(60 * MILLI, 1000 * MILLI);
        strikeLater(++storms);
    }

    /**
     * The group as it should be: nothing suspended, nobody drained, no job waiting. People look again later, as what a member knew
     * when it was asked may have been old.
     */
    void end() {
        operator.tidy();
        long bound = FaultSchedule.bound(world.rules.timing());
        world.agenda.in(bound / 4, operator::tidy);
        world.agenda.in(bound / 2, operator::tidy);
    }

    private void strikeLater(int storm) {
        world.agenda.in(world.dice.between(0, 2 * tempo), () -> {
            if (storm == storms && world.weather.stormy()) {
                choose().ifPresent(this::strike);
                strikeLater(storm);
            }
        });
    }

    private Optional<InjectedFault> choose() {
        double sum = 0;
        for (Map.Entry<InjectedFault, Integer> entry : WEIGHTS.entrySet()) {
            sum += entry.getValue() * world.weather.rate(entry.getKey());
        }
        double point = world.dice.fraction() * sum;
        for (Map.Entry<InjectedFault, Integer> entry : WEIGHTS.entrySet()) {
            point -= entry.getValue() * world.weather.rate(entry.getKey());
            if (point < 0) {
                return Optional.of(entry.getKey());
            }
        }
        return Optional.empty();
    }

    private void strike(InjectedFault trouble) {
        List<SimulatedProcess> awake = world.crowd.awake();
        boolean struck = !awake.isEmpty() && (trouble.isFault() ? fault(trouble, awake) : disturbance(trouble, awake));
        if (struck) {
            world.tally.count(trouble);
            world.tell("storm", trouble.name(), null);
        }
    }

    private boolean fault(InjectedFault trouble, List<SimulatedProcess> awake) {
        SimulatedProcess victim = world.dice.pick(awake);
        switch (trouble) {
            case PAUSE -> victim.pause(world.dice.spread(5 * MILLI, 90_000 * MILLI));
            case CRASH -> world.crowd.crash(victim);
            case REQUESTS_CUT -> victim.requestsCutUntil = world.now() + cut();
            case ANSWERS_CUT -> victim.answersCutUntil = world.now() + cut();
            case PARTITION -> {
                victim.requestsCutUntil = world.now() + cut();
                victim.answersCutUntil = victim.requestsCutUntil;
            }
            case CLOCK_DRIFT ->
                victim.clock.drift(
                        world.now(),
                        SimulatedClock.rate(world.dice, world.rules.timing().clockError()));
            case WALL_CLOCK_JUMP -> {
                world.wallClocks.jump(WallClocks.BOARD, jump());
                world.wallClocks.jump(victim.id(), jump());
            }
            case BOARD_OUTAGE -> world.board.goAway(world.now() + world.dice.spread(20 * MILLI, 15_000 * MILLI));
            case BOARD_FLUSHED -> world.board.flush();
            case BOARD_SET_BACK -> {
                return world.board.setBack(world.dice.below(20));
            }
            case TWIN -> {
                return twin();
            }
            default -> throw new IllegalArgumentException(trouble + " does not strike by itself");
        }
        return true;
    }

    private long jump() {
        return world.dice.between(-7_200, 7_200) * 1000 * MILLI;
    }

    private long cut() {
        return world.dice.spread(50 * MILLI, 20_000 * MILLI);
    }

    private boolean twin() {
        List<SimulatedProcess> paused = world.crowd.all().stream()
                .filter(SimulatedProcess::isPaused)
                .filter(one -> world.crowd.all().stream()
                                .filter(other -> other.id().equals(one.id()))
                                .count()
                        == 1)
                .toList();
        if (paused.isEmpty()) {
            return false;
        }
        world.crowd.start(world.dice.pick(paused).id(), BoardMemory.NONE);
        return true;
    }

    private boolean disturbance(InjectedFault trouble, List<SimulatedProcess> awake) {
        SimulatedProcess one = world.dice.pick(awake);
        switch (trouble) {
            case MEMBER_SUSPENDS_ITSELF -> one.inside(() -> one.agent().become(self -> self.suspended(true)));
            case MEMBER_COMES_BACK -> one.inside(() -> one.agent().become(self -> self.suspended(false)));
            case PLANNED_LEAVE -> {
                if (awake.size() < 3) {
                    return false;
                }
                world.lies.leaving(one);
                one.inside(() -> one.agent().become(MemberSettings::leave));
            }
            case NEW_MEMBER -> {
                if (world.crowd.all().size() >= mostMembers) {
                    return false;
                }
                world.crowd.welcome();
            }
            default -> {
                return operator.asks(trouble, one);
            }
        }
        return true;
    }
}

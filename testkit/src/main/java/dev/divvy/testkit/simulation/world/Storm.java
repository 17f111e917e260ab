package dev.divvy.testkit.simulation.world;

import dev.divvy.coordination.Self;
import dev.divvy.coordination.step.knowledge.BoardMemory;
import dev.divvy.testkit.simulation.Trouble;
import dev.divvy.testkit.simulation.chance.Clock;
import dev.divvy.testkit.simulation.chance.WallClocks;
import dev.divvy.testkit.simulation.chance.Weather;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Strikes while it storms: processes, clocks and the board; what befalls single messages is the network's. */
final class Storm {

    private static final long MILLI = 1_000_000L;

    /** How often each kind comes, compared to the others, in a storm that brings them all. */
    private static final Map<Trouble, Integer> WEIGHTS = new EnumMap<>(Map.ofEntries(
            Map.entry(Trouble.PAUSE, 120),
            Map.entry(Trouble.CRASH, 40),
            Map.entry(Trouble.TWIN, 15),
            Map.entry(Trouble.REQUESTS_CUT, 40),
            Map.entry(Trouble.ANSWERS_CUT, 40),
            Map.entry(Trouble.PARTITION, 40),
            Map.entry(Trouble.BOARD_OUTAGE, 15),
            Map.entry(Trouble.BOARD_FLUSHED, 3),
            Map.entry(Trouble.BOARD_SET_BACK, 4),
            Map.entry(Trouble.CLOCK_DRIFT, 60),
            Map.entry(Trouble.WALL_CLOCK_JUMP, 30),
            Map.entry(Trouble.PIN, 20),
            Map.entry(Trouble.UNPIN, 20),
            Map.entry(Trouble.WEIGHT, 20),
            Map.entry(Trouble.DRAIN, 10),
            Map.entry(Trouble.UNDRAIN, 20),
            Map.entry(Trouble.SUSPEND, 5),
            Map.entry(Trouble.RESUME, 20),
            Map.entry(Trouble.OTHER_PIECES, 15),
            Map.entry(Trouble.EXCLUSIVE_JOB, 8),
            Map.entry(Trouble.MEMBER_SUSPENDS_ITSELF, 10),
            Map.entry(Trouble.MEMBER_COMES_BACK, 20),
            Map.entry(Trouble.PLANNED_LEAVE, 15),
            Map.entry(Trouble.NEW_MEMBER, 5)));

    private final World world;
    private final Operator operator;
    private final int mostMembers;
    private long tempo;
    private int storms;

    Storm(World world, int members) {
        this.world = world;
        this.operator = new Operator(world);
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
        long bound = Weather.bound(world.rules.timing());
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

    private Optional<Trouble> choose() {
        double sum = 0;
        for (Map.Entry<Trouble, Integer> entry : WEIGHTS.entrySet()) {
            sum += entry.getValue() * world.weather.rate(entry.getKey());
        }
        double point = world.dice.fraction() * sum;
        for (Map.Entry<Trouble, Integer> entry : WEIGHTS.entrySet()) {
            point -= entry.getValue() * world.weather.rate(entry.getKey());
            if (point < 0) {
                return Optional.of(entry.getKey());
            }
        }
        return Optional.empty();
    }

    private void strike(Trouble trouble) {
        List<MemberProcess> awake = world.crowd.awake();
        boolean struck = !awake.isEmpty() && (trouble.isFault() ? fault(trouble, awake) : disturbance(trouble, awake));
        if (struck) {
            world.tally.count(trouble);
            world.tell("storm", trouble.name(), null);
        }
    }

    private boolean fault(Trouble trouble, List<MemberProcess> awake) {
        MemberProcess victim = world.dice.pick(awake);
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
                        world.now(), Clock.rate(world.dice, world.rules.timing().clockError()));
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
        List<MemberProcess> paused = world.crowd.all().stream()
                .filter(MemberProcess::isPaused)
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

    private boolean disturbance(Trouble trouble, List<MemberProcess> awake) {
        MemberProcess one = world.dice.pick(awake);
        switch (trouble) {
            case MEMBER_SUSPENDS_ITSELF -> one.inside(() -> one.agent().become(self -> self.suspended(true)));
            case MEMBER_COMES_BACK -> one.inside(() -> one.agent().become(self -> self.suspended(false)));
            case PLANNED_LEAVE -> {
                if (awake.size() < 3) {
                    return false;
                }
                world.lies.leaving(one);
                one.inside(() -> one.agent().become(Self::leave));
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

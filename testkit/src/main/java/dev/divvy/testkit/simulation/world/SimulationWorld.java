package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.plan.Planner;
import dev.divvy.allocation.sticky.Sticky;
import dev.divvy.coordination.Timing;
import dev.divvy.coordination.protocol.GroupRules;
import dev.divvy.coordination.protocol.UniqueNumbers;
import dev.divvy.testkit.simulation.Handler;
import dev.divvy.testkit.simulation.PlantedBug;
import dev.divvy.testkit.simulation.Scenario;
import dev.divvy.testkit.simulation.SimulationResult;
import dev.divvy.testkit.simulation.Violation;
import dev.divvy.testkit.simulation.random.EventQueue;
import dev.divvy.testkit.simulation.random.FaultSchedule;
import dev.divvy.testkit.simulation.random.ScenarioChoices;
import dev.divvy.testkit.simulation.random.SeededRandom;
import dev.divvy.testkit.simulation.random.SimulationStats;
import dev.divvy.testkit.simulation.random.WallClocks;
import dev.divvy.testkit.simulation.record.BoardLosses;
import dev.divvy.testkit.simulation.record.PieceAtoms;
import dev.divvy.testkit.simulation.record.Trace;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Everything in one simulation, and the loop that lets one thing happen after the other and has all of them judged. */
public final class SimulationWorld {

    /** How often a copy is made that the board may be set back to. */
    private static final long COPY = Duration.ofMillis(400).toNanos();

    /** After so many events it asks whether to stop. */
    private static final int LOOKS_FOR_STOP = 2048;

    final long seed;
    final SeededRandom dice;
    final EventQueue agenda = new EventQueue();
    final Trace trace = new Trace();
    final SimulationStats tally = new SimulationStats();
    final BoardLosses losses = new BoardLosses();
    final GroupRules rules;
    final PieceAtoms atoms;
    final Handler handler;
    /** A user's handler is plugged in: all effects are outward, as it is asked about each. */
    final boolean handled;

    final FaultSchedule weather;
    final PlantedBugs lies;
    final SimulatedBoard board;
    final BoardHistory ledger;
    final SimulatedNetwork network;
    final SimulatedProcesses crowd;
    final FencedResource resource;
    final InvariantChecker judge;
    final PieceData goods;
    final WallClocks wallClocks = new WallClocks();

    private final Scenario scenario;
    private final FaultInjector storm;
    private @Nullable CalmCheck calm;
    private long events;
    private int lineages;

    public SimulationWorld(Scenario scenario, long seed) {
        this.scenario = scenario;
        this.seed = seed;
        this.dice = new SeededRandom(seed);
        Timing timing = scenario.timing().orElseGet(() -> ScenarioChoices.timing(dice));
        Pieces pieces = scenario.pieces().orElseGet(() -> ScenarioChoices.pieces(dice));
        this.rules = new GroupRules(timing, new Planner(new Sticky(Sticky.Policy.RUNS)), pieces);
        this.atoms = new PieceAtoms(pieces, ScenarioChoices.later());
        this.handler = scenario.handler().get();
        this.handled = !handler.equals(Handler.NONE);
        this.weather = new FaultSchedule(scenario, timing, dice, agenda, tally);
        this.lies = new PlantedBugs(this, scenario.mistake());
        this.ledger = new BoardHistory(this);
        this.board = scenario.mistake()
                .<SimulatedBoard>map(mistake -> new BrokenBoard(this, mistake))
                .orElseGet(() -> new SimulatedBoard(this));
        this.network = new SimulatedNetwork(this);
        this.crowd = new SimulatedProcesses(this);
        this.resource = new FencedResource(this);
        this.judge = new InvariantChecker(this);
        this.goods = new PieceData(this, scenario.ahead());
        this.storm = new FaultInjector(this, scenario.members());
    }

    long now() {
        return agenda.now();
    }

    void tell(String who, String what, @Nullable Object value) {
        trace.tell(agenda.now(), who, what, value);
    }

    /** The event that is running turned out to be none. */
    void idle() {
        events--;
    }

    /** What must be unique in this world. */
    UniqueNumbers draw(String id) {
        return new UniqueNumbers() {
            @Override
            public long incarnation(long above) {
                if (lies.is(PlantedBug.INCARNATION_REUSED)) {
                    return 1;
                }
                return wallClocks.incarnation(id, above, now(), dice);
            }

            @Override
            public String lineage() {
                return "L" + ++lineages + id;
            }
        };
    }

    /** Runs a part of the user's handler; what it throws is a violation. */
    void complaining(Runnable part) {
        complaining(
                () -> {
                    part.run();
                    return part;
                },
                part);
    }

    <T> T complaining(Supplier<T> part, T otherwise) {
        try {
            return part.get();
        } catch (AssertionError complaint) {
            judge.found(Violation.HANDLER_COMPLAINED, String.valueOf(complaint.getMessage()));
        } catch (RuntimeException thrown) {
            judge.found(
                    Violation.HANDLER_COMPLAINED,
                    "your handler threw " + thrown + " at "
                            + Arrays.stream(thrown.getStackTrace()).limit(5).toList());
        }
        return otherwise;
    }

    /** Runs to the end; empty when it was asked to stop before. */
    public Optional<SimulationResult> run(BooleanSupplier stop) {
        IntStream.range(0, scenario.members())
                .forEach(i -> agenda.in(dice.spread(1_000_000, 3_000_000_000L), crowd::welcome));
        List<FaultSchedule.Phase> phases = weather.phases();
        phases.forEach(this::plan);
        long end = phases.get(phases.size() - 1).ends();
        agenda.in(COPY, this::copy);
        long turns = 0;
        while (agenda.next() <= end && happens()) {
            judge.look();
            if (calm != null) {
                calm.look();
            }
            if (++turns % LOOKS_FOR_STOP == 0 && stop.getAsBoolean()) {
                return Optional.empty();
            }
        }
        trace.mix(judge.breaches().size());
        trace.mix(board.record().allocation().map(all -> all.epoch()).orElse(0L));
        return Optional.of(new SimulationResult(
                seed,
                Duration.ofNanos(agenda.now()),
                events,
                tally.troubles(),
                tally.deeds(),
                judge.breaches(),
                trace.fingerprint()));
    }

    /** The next event; false when the code under test threw in it. */
    private boolean happens() {
        events++;
        Runnable step = agenda.take();
        try {
            step.run();
            return true;
        } catch (RuntimeException broken) {
            judge.found(
                    Violation.BROKE_DOWN,
                    broken + " at "
                            + Arrays.stream(broken.getStackTrace()).limit(5).toList());
            return false;
        }
    }

    private void copy() {
        idle();
        board.copy();
        agenda.in(COPY, this::copy);
    }

    private void plan(FaultSchedule.Phase phase) {
        agenda.at(phase.begins(), () -> {
            calm = null;
            weather.storm();
            storm.begin();
        });
        agenda.at(phase.calm(), () -> {
            tell("storm", "is over", null);
            weather.calm();
            board.goAway(now());
            crowd.all().forEach(process -> {
                process.requestsCutUntil = now();
                process.answersCutUntil = now();
            });
            crowd.gather();
            storm.end();
            calm = new CalmCheck(this, phase);
        });
        agenda.at(phase.ends(), () -> tally.calm());
    }
}

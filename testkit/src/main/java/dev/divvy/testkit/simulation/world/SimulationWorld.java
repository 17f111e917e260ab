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

/** All parts of one simulation, and the loop that runs one event after the other and checks the invariants. */
public final class SimulationWorld {

    /** The interval between copies to which the board may be rolled back. */
    private static final long COPY_INTERVAL = Duration.ofMillis(400).toNanos();

    /** The number of events between checks whether to stop. */
    private static final int STOP_CHECK_INTERVAL = 2048;

    final long seed;
    final SeededRandom random;
    final EventQueue queue = new EventQueue();
    final Trace trace = new Trace();
    final SimulationStats stats = new SimulationStats();
    final BoardLosses losses = new BoardLosses();
    final GroupRules rules;
    final PieceAtoms atoms;
    final Handler handler;
    /** Whether a user's handler is plugged in: then all effects are external, and it is called for each. */
    final boolean hasHandler;

    final FaultSchedule schedule;
    final PlantedBugs bugs;
    final SimulatedBoard board;
    final BoardHistory history;
    final SimulatedNetwork network;
    final SimulatedProcesses processes;
    final FencedResource resource;
    final InvariantChecker checker;
    final WallClocks wallClocks = new WallClocks();

    private final Scenario scenario;
    private final FaultInjector injector;
    private @Nullable CalmCheck calmCheck;
    private long events;
    private int lineages;

    public SimulationWorld(Scenario scenario, long seed) {
        this.scenario = scenario;
        this.seed = seed;
        this.random = new SeededRandom(seed);
        Timing timing = scenario.timing().orElseGet(() -> ScenarioChoices.timing(random));
        Pieces pieces = scenario.pieces().orElseGet(() -> ScenarioChoices.pieces(random));
        this.rules = new GroupRules(timing, new Planner(new Sticky(Sticky.Policy.RUNS)), pieces);
        this.atoms = new PieceAtoms(pieces, ScenarioChoices.later());
        this.handler = scenario.handler().get();
        this.hasHandler = !handler.equals(Handler.NONE);
        this.schedule = new FaultSchedule(scenario, timing, random, queue, stats);
        this.bugs = new PlantedBugs(this, scenario.bug());
        this.history = new BoardHistory(this);
        this.board = scenario.bug()
                .<SimulatedBoard>map(bug -> new BrokenBoard(this, bug))
                .orElseGet(() -> new SimulatedBoard(this));
        this.network = new SimulatedNetwork(this);
        this.processes = new SimulatedProcesses(this);
        this.resource = new FencedResource(this);
        this.checker = new InvariantChecker(this);
        this.injector = new FaultInjector(this, scenario.members());
    }

    long now() {
        return queue.now();
    }

    void log(String actor, String action, @Nullable Object value) {
        trace.add(queue.now(), actor, action, value);
    }

    /** Excludes the current event from the count, as it did nothing. */
    void uncount() {
        events--;
    }

    /** Returns the source of unique numbers of a process. */
    UniqueNumbers draw(String id) {
        return new UniqueNumbers() {
            @Override
            public long incarnation(long above) {
                if (bugs.is(PlantedBug.INCARNATION_REUSED)) {
                    return 1;
                }
                return wallClocks.incarnation(id, above, now(), random);
            }

            @Override
            public String lineage() {
                return "L" + ++lineages + id;
            }
        };
    }

    /** Calls the user's handler; an exception is a violation. */
    void callHandler(Runnable call) {
        callHandler(
                () -> {
                    call.run();
                    return call;
                },
                call);
    }

    <T> T callHandler(Supplier<T> call, T fallback) {
        try {
            return call.get();
        } catch (AssertionError violation) {
            checker.report(Violation.HANDLER_FAILED, String.valueOf(violation.getMessage()));
        } catch (RuntimeException thrown) {
            checker.report(
                    Violation.HANDLER_FAILED,
                    "your handler threw " + thrown + " at "
                            + Arrays.stream(thrown.getStackTrace()).limit(5).toList());
        }
        return fallback;
    }

    /** Runs to the end; empty when asked to stop before. */
    public Optional<SimulationResult> run(BooleanSupplier stop) {
        IntStream.range(0, scenario.members())
                .forEach(i -> queue.in(random.spread(1_000_000, 3_000_000_000L), processes::startNew));
        List<FaultSchedule.Phase> phases = schedule.phases();
        phases.forEach(this::plan);
        long end = phases.get(phases.size() - 1).ends();
        queue.in(COPY_INTERVAL, this::copy);
        long eventsRun = 0;
        while (queue.nextTime() <= end && runNext()) {
            checker.checkAll();
            if (calmCheck != null) {
                calmCheck.check();
            }
            if (++eventsRun % STOP_CHECK_INTERVAL == 0 && stop.getAsBoolean()) {
                return Optional.empty();
            }
        }
        trace.mix(checker.breaches().size());
        trace.mix(board.record().allocation().map(all -> all.epoch()).orElse(0L));
        return Optional.of(new SimulationResult(
                seed,
                Duration.ofNanos(queue.now()),
                events,
                stats.injected(),
                stats.activity(),
                checker.breaches(),
                trace.fingerprint()));
    }

    /** Runs the next event; false when the code under test threw an exception. */
    private boolean runNext() {
        events++;
        Runnable step = queue.take();
        try {
            step.run();
            return true;
        } catch (RuntimeException thrown) {
            checker.report(
                    Violation.UNEXPECTED_EXCEPTION,
                    thrown + " at "
                            + Arrays.stream(thrown.getStackTrace()).limit(5).toList());
            return false;
        }
    }

    private void copy() {
        uncount();
        board.copy();
        queue.in(COPY_INTERVAL, this::copy);
    }

    private void plan(FaultSchedule.Phase phase) {
        queue.at(phase.begins(), () -> {
            calmCheck = null;
            schedule.beginFaults();
            injector.begin();
        });
        queue.at(phase.calm(), () -> {
            log("faults", "end", null);
            schedule.endFaults();
            board.setDownUntil(now());
            processes.all().forEach(process -> {
                process.requestsBlockedUntil = now();
                process.repliesBlockedUntil = now();
            });
            processes.recover();
            injector.end();
            calmCheck = new CalmCheck(this, phase);
        });
        queue.at(phase.ends(), () -> stats.calmWindow());
    }
}

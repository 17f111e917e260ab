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

/** Injects faults of processes, clocks and the board during fault windows; faults of single messages are injected by the network. */
final class FaultInjector {

    private static final long MILLI = 1_000_000L;

    /** The relative frequency of each kind in a fault window that has them all. */
    private static final Map<InjectedFault, Integer> WEIGHTS = new EnumMap<>(Map.ofEntries(
            Map.entry(InjectedFault.PAUSE, 120),
            Map.entry(InjectedFault.CRASH, 40),
            Map.entry(InjectedFault.DUPLICATE_PROCESS, 15),
            Map.entry(InjectedFault.REQUESTS_BLOCKED, 40),
            Map.entry(InjectedFault.REPLIES_BLOCKED, 40),
            Map.entry(InjectedFault.PARTITION, 40),
            Map.entry(InjectedFault.BOARD_OUTAGE, 15),
            Map.entry(InjectedFault.BOARD_FLUSHED, 3),
            Map.entry(InjectedFault.BOARD_ROLLED_BACK, 4),
            Map.entry(InjectedFault.CLOCK_DRIFT, 60),
            Map.entry(InjectedFault.WALL_CLOCK_JUMP, 30),
            Map.entry(InjectedFault.PIN, 20),
            Map.entry(InjectedFault.UNPIN, 20),
            Map.entry(InjectedFault.WEIGHT_CHANGE, 20),
            Map.entry(InjectedFault.DRAIN, 10),
            Map.entry(InjectedFault.UNDRAIN, 20),
            Map.entry(InjectedFault.SUSPEND, 5),
            Map.entry(InjectedFault.RESUME, 20),
            Map.entry(InjectedFault.PIECES_CHANGE, 15),
            Map.entry(InjectedFault.EXCLUSIVE_JOB, 8),
            Map.entry(InjectedFault.MEMBER_SUSPENDED, 10),
            Map.entry(InjectedFault.MEMBER_RESUMED, 20),
            Map.entry(InjectedFault.PLANNED_LEAVE, 15),
            Map.entry(InjectedFault.NEW_MEMBER, 5)));

    private final SimulationWorld world;
    private final SimulatedOperator operator;
    private final int mostMembers;
    private long interval;
    private int windows;

    FaultInjector(SimulationWorld world, int members) {
        this.world = world;
        this.operator = new SimulatedOperator(world);
        this.mostMembers = members + 3;
    }

    void begin() {
        interval = world.random.spread(60 * MILLI, 1000 * MILLI);
        injectLater(++windows);
    }

    /**
     * Restores the group's normal state: not suspended, no member drained, no job waiting. Repeated later, since a member may have acted on
     * outdated knowledge.
     */
    void end() {
        operator.restore();
        long bound = FaultSchedule.bound(world.rules.timing());
        world.queue.in(bound / 4, operator::restore);
        world.queue.in(bound / 2, operator::restore);
    }

    private void injectLater(int window) {
        world.queue.in(world.random.between(0, 2 * interval), () -> {
            if (window == windows && world.schedule.isFaulty()) {
                choose().ifPresent(this::inject);
                injectLater(window);
            }
        });
    }

    private Optional<InjectedFault> choose() {
        double sum = 0;
        for (Map.Entry<InjectedFault, Integer> entry : WEIGHTS.entrySet()) {
            sum += entry.getValue() * world.schedule.rate(entry.getKey());
        }
        double point = world.random.fraction() * sum;
        for (Map.Entry<InjectedFault, Integer> entry : WEIGHTS.entrySet()) {
            point -= entry.getValue() * world.schedule.rate(entry.getKey());
            if (point < 0) {
                return Optional.of(entry.getKey());
            }
        }
        return Optional.empty();
    }

    private void inject(InjectedFault fault) {
        List<SimulatedProcess> running = world.processes.running();
        boolean injected =
                !running.isEmpty() && (fault.isFault() ? injectFault(fault, running) : operatorAction(fault, running));
        if (injected) {
            world.stats.count(fault);
            world.log("faults", fault.name(), null);
        }
    }

    private boolean injectFault(InjectedFault fault, List<SimulatedProcess> running) {
        SimulatedProcess process = world.random.pick(running);
        switch (fault) {
            case PAUSE -> process.pause(world.random.spread(5 * MILLI, 90_000 * MILLI));
            case CRASH -> world.processes.crash(process);
            case REQUESTS_BLOCKED -> process.requestsBlockedUntil = world.now() + blockTime();
            case REPLIES_BLOCKED -> process.repliesBlockedUntil = world.now() + blockTime();
            case PARTITION -> {
                process.requestsBlockedUntil = world.now() + blockTime();
                process.repliesBlockedUntil = process.requestsBlockedUntil;
            }
            case CLOCK_DRIFT ->
                process.clock.drift(
                        world.now(),
                        SimulatedClock.rate(world.random, world.rules.timing().clockError()));
            case WALL_CLOCK_JUMP -> {
                world.wallClocks.jump(WallClocks.BOARD, jump());
                world.wallClocks.jump(process.id(), jump());
            }
            case BOARD_OUTAGE ->
                world.board.setDownUntil(world.now() + world.random.spread(20 * MILLI, 15_000 * MILLI));
            case BOARD_FLUSHED -> world.board.flush();
            case BOARD_ROLLED_BACK -> {
                return world.board.rollBack(world.random.below(20));
            }
            case DUPLICATE_PROCESS -> {
                return duplicate();
            }
            default -> throw new IllegalArgumentException(fault + " is not injected by itself");
        }
        return true;
    }

    private long jump() {
        return world.random.between(-7_200, 7_200) * 1000 * MILLI;
    }

    private long blockTime() {
        return world.random.spread(50 * MILLI, 20_000 * MILLI);
    }

    private boolean duplicate() {
        List<SimulatedProcess> paused = world.processes.all().stream()
                .filter(SimulatedProcess::isPaused)
                .filter(process -> world.processes.all().stream()
                                .filter(other -> other.id().equals(process.id()))
                                .count()
                        == 1)
                .toList();
        if (paused.isEmpty()) {
            return false;
        }
        world.processes.start(world.random.pick(paused).id(), BoardMemory.NONE);
        return true;
    }

    private boolean operatorAction(InjectedFault fault, List<SimulatedProcess> running) {
        SimulatedProcess process = world.random.pick(running);
        switch (fault) {
            case MEMBER_SUSPENDED -> process.runAgent(() -> process.agent().reconfigure(self -> self.suspended(true)));
            case MEMBER_RESUMED -> process.runAgent(() -> process.agent().reconfigure(self -> self.suspended(false)));
            case PLANNED_LEAVE -> {
                if (running.size() < 3) {
                    return false;
                }
                world.bugs.onLeave(process);
                process.runAgent(() -> process.agent().reconfigure(MemberSettings::leave));
            }
            case NEW_MEMBER -> {
                if (world.processes.all().size() >= mostMembers) {
                    return false;
                }
                world.processes.startNew();
            }
            default -> {
                return operator.request(fault, process);
            }
        }
        return true;
    }
}

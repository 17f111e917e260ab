package dev.divvy.testkit.simulation.world;

import dev.divvy.coordination.protocol.knowledge.BoardMemory;
import dev.divvy.testkit.simulation.InjectedFault;
import dev.divvy.testkit.simulation.random.SimulatedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The running and paused processes, and the restarts of crashed ones. */
final class SimulatedProcesses {

    private static final long LATEST_START = 20_000_000_000L;

    private final SimulationWorld world;
    private final List<SimulatedProcess> all = new ArrayList<>();
    /** Ids with a process, or for which one will be started: the intended members of the group. */
    private final NavigableSet<String> ids = new TreeSet<>();
    /** The highest epoch known to the last process of an id. */
    private final NavigableMap<String, Long> floors = new TreeMap<>();

    private int lastNumber;

    SimulatedProcesses(SimulationWorld world) {
        this.world = world;
    }

    List<SimulatedProcess> all() {
        return all;
    }

    /** Returns the processes that are not paused. */
    List<SimulatedProcess> running() {
        return all.stream().filter(process -> !process.isPaused()).toList();
    }

    boolean has(String id) {
        return all.stream().anyMatch(process -> process.id().equals(id));
    }

    /** Starts a member with a new id. */
    void startNew() {
        String id = "m" + ++lastNumber;
        ids.add(id);
        start(id, BoardMemory.NONE);
    }

    SimulatedProcess start(String id, BoardMemory memory) {
        long start = world.random.between(-1_000_000, 1_000_000) * 1_000_000_000L;
        SimulatedClock clock = new SimulatedClock(
                world.now(),
                start,
                SimulatedClock.rate(world.random, world.rules.timing().clockError()));
        SimulatedProcess process = new SimulatedProcess(world, id, clock, memory);
        all.add(process);
        world.log(id, "starts", null);
        world.queue.in(0, () -> process.runAgent(() -> {}));
        return process;
    }

    void crash(SimulatedProcess process) {
        world.log(process.id(), "crashes", null);
        remove(process);
        restartLater(process.id());
    }

    /** Removes a process that left properly. */
    void left(SimulatedProcess process) {
        remove(process);
        if (world.schedule.isFaulty() && world.random.chance(0.7)) {
            restartLater(process.id());
        } else {
            ids.remove(process.id());
        }
    }

    private void remove(SimulatedProcess process) {
        process.crash();
        all.remove(process);
        floors.merge(process.id(), process.state().knowledge().memory().floor(), Math::max);
    }

    private void restartLater(String id) {
        world.queue.in(world.random.spread(5_000_000, LATEST_START), () -> {
            if (ids.contains(id) && !has(id)) {
                restart(id);
            } else {
                world.uncount();
            }
        });
    }

    private void restart(String id) {
        boolean withMemory = world.random.chance(0.5);
        world.stats.count(withMemory ? InjectedFault.RESTART_WITH_MEMORY : InjectedFault.RESTART_WITHOUT_MEMORY);
        start(id, withMemory ? BoardMemory.of(floors.getOrDefault(id, 0L)) : BoardMemory.NONE);
    }

    /**
     * Called after a fault window: resumes paused processes, keeps one of each pair of duplicates, and restarts or abandons crashed ones.
     */
    void recover() {
        List.copyOf(all).forEach(SimulatedProcess::resume);
        for (SimulatedProcess process : List.copyOf(all)) {
            boolean duplicate = all.stream()
                    .anyMatch(other -> other.id().equals(process.id()) && all.indexOf(other) > all.indexOf(process));
            if (duplicate) {
                world.log(process.id(), "gives way to its duplicate", null);
                remove(process);
            }
        }
        for (String id : List.copyOf(ids)) {
            if (!has(id)) {
                if (staying() < 2 || world.random.chance(0.7)) {
                    restart(id);
                } else {
                    ids.remove(id);
                }
            }
        }
        while (staying() < 2) {
            startNew();
        }
    }

    private long staying() {
        return all.stream().filter(process -> !process.state().self().leaving()).count();
    }
}

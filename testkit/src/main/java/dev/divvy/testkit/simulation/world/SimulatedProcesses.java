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

/** The processes that are there, paused or not, and who comes back after whom. */
final class SimulatedProcesses {

    private static final long LATEST_START = 20_000_000_000L;

    private final SimulationWorld world;
    private final List<SimulatedProcess> all = new ArrayList<>();
    /** Ids that a process will be started for, or was: the group as its owners want it. */
    private final NavigableSet<String> ids = new TreeSet<>();
    /** The highest epoch that the last process of an id knew. */
    private final NavigableMap<String, Long> floors = new TreeMap<>();

    private int named;

    SimulatedProcesses(SimulationWorld world) {
        this.world = world;
    }

    List<SimulatedProcess> all() {
        return all;
    }

    /** Those that run now. */
    List<SimulatedProcess> awake() {
        return all.stream().filter(process -> !process.isPaused()).toList();
    }

    boolean has(String id) {
        return all.stream().anyMatch(process -> process.id().equals(id));
    }

    /** A member that never was. */
    void welcome() {
        String id = "m" + ++named;
        ids.add(id);
        start(id, BoardMemory.NONE);
    }

    SimulatedProcess start(String id, BoardMemory memory) {
        long began = world.dice.between(-1_000_000, 1_000_000) * 1_000_000_000L;
        SimulatedClock clock = new SimulatedClock(
                world.now(),
                began,
                SimulatedClock.rate(world.dice, world.rules.timing().clockError()));
        SimulatedProcess process = new SimulatedProcess(world, id, clock, memory);
        all.add(process);
        world.tell(id, "starts", null);
        world.agenda.in(0, () -> process.inside(() -> {}));
        return process;
    }

    void crash(SimulatedProcess process) {
        world.tell(process.id(), "crashes", null);
        gone(process);
        later(process.id());
    }

    /** It left in good order. */
    void left(SimulatedProcess process) {
        gone(process);
        if (world.weather.stormy() && world.dice.chance(0.7)) {
            later(process.id());
        } else {
            ids.remove(process.id());
        }
    }

    private void gone(SimulatedProcess process) {
        process.crash();
        all.remove(process);
        floors.merge(process.id(), process.standing().outlook().memory().floor(), Math::max);
    }

    private void later(String id) {
        world.agenda.in(world.dice.spread(5_000_000, LATEST_START), () -> {
            if (ids.contains(id) && !has(id)) {
                restart(id);
            } else {
                world.idle();
            }
        });
    }

    private void restart(String id) {
        boolean remembers = world.dice.chance(0.5);
        world.tally.count(remembers ? InjectedFault.RESTART_WITH_MEMORY : InjectedFault.RESTART_WITHOUT_MEMORY);
        start(id, remembers ? BoardMemory.of(floors.getOrDefault(id, 0L)) : BoardMemory.NONE);
    }

    /** The storm is over: whoever is paused goes on, of twins one stays, and the dead come back or are given up. */
    void gather() {
        List.copyOf(all).forEach(SimulatedProcess::resume);
        for (SimulatedProcess process : List.copyOf(all)) {
            boolean twin = all.stream()
                    .anyMatch(other -> other.id().equals(process.id()) && all.indexOf(other) > all.indexOf(process));
            if (twin) {
                world.tell(process.id(), "gives way to its twin", null);
                gone(process);
            }
        }
        for (String id : List.copyOf(ids)) {
            if (!has(id)) {
                if (staying() < 2 || world.dice.chance(0.7)) {
                    restart(id);
                } else {
                    ids.remove(id);
                }
            }
        }
        while (staying() < 2) {
            welcome();
        }
    }

    private long staying() {
        return all.stream()
                .filter(process -> !process.standing().self().leaving())
                .count();
    }
}

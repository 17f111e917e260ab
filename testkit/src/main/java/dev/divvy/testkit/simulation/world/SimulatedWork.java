package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Runs;
import dev.divvy.coordination.Fence;
import dev.divvy.coordination.protocol.MemberEvent;
import dev.divvy.coordination.protocol.PendingRelease;
import dev.divvy.testkit.simulation.InjectedFault;
import dev.divvy.testkit.simulation.PlantedBug;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The work of one process: on each piece that it holds it asks, works for a while, and tries its effect. */
final class SimulatedWork {

    private static final long MILLI = 1_000_000L;
    private static final long BETWEEN_ATTEMPTS = 20 * MILLI;

    private final SimulationWorld world;
    private final SimulatedProcess process;
    private final NavigableMap<String, SimulatedHolding> held = new TreeMap<>();
    private final NavigableMap<Long, List<SimulatedHolding>> partings = new TreeMap<>();

    /** The lease as the judge counts it, of one life. */
    private Optional<Incarnation> leaseOf = Optional.empty();

    private long deadline = Long.MIN_VALUE;

    SimulatedWork(SimulationWorld world, SimulatedProcess process) {
        this.world = world;
        this.process = process;
    }

    /** The board answered a pulse that was sent at this local time. */
    void renewed(Incarnation life, long sentAt) {
        if (!leaseOf.equals(Optional.of(life))) {
            leaseOf = Optional.of(life);
            deadline = Long.MIN_VALUE;
        }
        deadline = Math.max(deadline, sentAt + world.rules.timing().lease().toNanos());
    }

    /** Until when the answers of the board let this process hold. */
    long deadline() {
        return deadline;
    }

    // --- what the agent tells ---

    void gained(MemberEvent.Gained event) {
        Allocation basis = event.basis();
        Incarnation life = process.standing().life().orElseThrow();
        event.pieces().forEach(piece -> {
            SimulatedHolding holding = new SimulatedHolding(
                    process,
                    life,
                    basis.pieces().name(piece),
                    world.atoms.of(basis.pieces(), piece),
                    new Fence(basis.version().lineage(), basis.tenureOf(piece).since()),
                    world.tally.gain(),
                    world.losses.moment(process.standing().outlook().memory().origin(), world.now()));
            held.put(holding.piece, holding);
            world.judge.gained(holding);
            world.goods.gained(holding);
            show(holding);
        });
    }

    void lost(PendingRelease parting) {
        List<SimulatedHolding> leaving = take(parting.basis(), parting.lost());
        leaving.forEach(holding -> {
            holding.state = SimulatedHolding.State.LETTING_GO;
            holding.stubborn = holding.busy && world.weather.strikes(InjectedFault.WORK_OUTLIVES_GRACE);
        });
        partings.put(parting.number(), leaving);
        if (world.lies.is(PlantedBug.ACKNOWLEDGE_BEFORE_LETTING_GO)) {
            process.agent().released(parting.number());
        }
        letGo(parting.number());
    }

    /** Whatever is not in flight has let go; the agent is told when all has. */
    private void letGo(long parting) {
        List<SimulatedHolding> leaving = partings.get(parting);
        if (leaving != null && leaving.stream().noneMatch(holding -> holding.busy) && passedOn(parting)) {
            process.agent().released(parting);
            if (world.lies.is(PlantedBug.ACKNOWLEDGE_BEFORE_LETTING_GO)) {
                ended(parting);
            }
        }
    }

    /** Whether the next owners have what belongs to these pieces; if not, it is brought to them once more a little later. */
    private boolean passedOn(long number) {
        if (!world.goods.ahead()) {
            return true;
        }
        boolean all = process.standing().holdings().partings().stream()
                .filter(parting -> parting.number() == number)
                .allMatch(parting -> world.goods.passOn(process, atoms(parting)));
        if (!all) {
            world.agenda.in(BETWEEN_ATTEMPTS, () -> process.inside(() -> letGo(number)));
        }
        return all;
    }

    private long atoms(PendingRelease parting) {
        return world.atoms.of(parting.basis().pieces(), parting.lost());
    }

    void parted(PendingRelease parting, boolean inTime) {
        if (!inTime) {
            world.goods.giveUp(process, atoms(parting));
        }
        if (!(inTime && world.lies.is(PlantedBug.ACKNOWLEDGE_BEFORE_LETTING_GO))) {
            ended(parting.number());
        }
    }

    private void ended(long parting) {
        List<SimulatedHolding> gone = partings.remove(parting);
        if (gone != null) {
            gone.forEach(holding -> end(holding, SimulatedHolding.State.RELEASED));
        }
    }

    /** What this process has not yet let go of, of any of these atoms. */
    Optional<SimulatedHolding> lettingGo(long atoms) {
        return partings.values().stream()
                .flatMap(List::stream)
                .filter(holding -> (holding.atoms & atoms) != 0)
                .findFirst();
    }

    /** What of a parting was held: the rest was lost before it was gained. */
    long lettingGo(PendingRelease parting) {
        if (!world.goods.ahead()) {
            return atoms(parting);
        }
        return partings.getOrDefault(parting.number(), List.of()).stream()
                .mapToLong(holding -> holding.atoms)
                .reduce(0, (one, other) -> one | other);
    }

    void dropped(MemberEvent.Dropped event) {
        event.basis()
                .ifPresent(basis ->
                        take(basis, event.pieces()).forEach(holding -> end(holding, SimulatedHolding.State.DROPPED)));
        partings.values().forEach(all -> all.forEach(holding -> end(holding, SimulatedHolding.State.DROPPED)));
        partings.clear();
    }

    private List<SimulatedHolding> take(Allocation basis, Runs pieces) {
        List<SimulatedHolding> taken = new ArrayList<>();
        pieces.forEach(piece -> {
            String name = basis.pieces().name(piece);
            SimulatedHolding holding = held.remove(name);
            if (holding != null) {
                taken.add(holding);
            } else if (!world.goods.ahead()) {
                throw new IllegalStateException(name + " is lost but was not held");
            }
        });
        return taken;
    }

    private void end(SimulatedHolding holding, SimulatedHolding.State state) {
        holding.state = state;
        world.complaining(() -> world.handler.lost(holding.task()));
    }

    // --- the work ---

    /** A new holder shows its fence outside and waits until it knows that it was seen, before its first work. */
    private void show(SimulatedHolding holding) {
        if (world.lies.is(PlantedBug.OUTWARD_FENCE_NOT_SHOWN)) {
            holding.shown = true;
            next(holding, world.weather.latency());
            return;
        }
        world.agenda.in(world.weather.latency(), () -> {
            world.resource.show(holding);
            world.agenda.in(
                    world.weather.latency(),
                    () -> process.beside(() -> {
                        if (!holding.shown && holding.state == SimulatedHolding.State.HELD) {
                            holding.shown = true;
                            work(holding);
                        }
                    }));
        });
    }

    private void next(SimulatedHolding holding, long pause) {
        world.agenda.in(pause, () -> process.beside(() -> work(holding)));
    }

    private void work(SimulatedHolding holding) {
        if (holding.state != SimulatedHolding.State.HELD) {
            world.idle();
            return;
        }
        boolean may = holds(holding) || world.lies.is(PlantedBug.GAIN_AFTER_THE_DEADLINE);
        if (!may) {
            next(holding, 200 * MILLI);
            return;
        }
        holding.busy = true;
        world.judge.begun(holding);
        Runnable effect = world.complaining(() -> world.handler.begun(holding.task()), () -> {});
        long span =
                world.weather.stormy() ? world.dice.spread(MILLI, 800 * MILLI) : world.dice.spread(MILLI, 50 * MILLI);
        boolean outward = world.dice.chance(0.5) || world.handled;
        world.agenda.in(span, () -> process.beside(() -> finish(holding, outward, effect)));
        if (world.weather.strikes(InjectedFault.PAUSE_BEFORE_EFFECT)) {
            process.pause(world.dice.spread(50 * MILLI, 20_000 * MILLI));
        }
    }

    /** Whether the process may work on this, by its agent. */
    boolean holds(SimulatedHolding holding) {
        return holding.state == SimulatedHolding.State.HELD
                && process.standing()
                        .holdings()
                        .basis()
                        .map(basis -> basis.pieces().indexOf(holding.piece))
                        .filter(piece -> piece >= 0 && process.standing().holds(piece, process.local()))
                        .isPresent();
    }

    private void finish(SimulatedHolding holding, boolean outward, Runnable effect) {
        if (holding.stubborn) {
            holding.stubborn = false;
            long beyond = world.rules.timing().grace().toNanos() + world.dice.spread(MILLI, 3000 * MILLI);
            world.agenda.in(beyond, () -> process.beside(() -> finish(holding, outward, effect)));
            return;
        }
        if (outward) {
            boolean late = world.weather.strikes(InjectedFault.EFFECT_LATE);
            long delay = late ? world.weather.late() / 4 : world.weather.latency();
            world.agenda.in(delay, () -> {
                world.resource.effect(holding, effect);
                world.agenda.in(world.weather.latency(), () -> process.beside(() -> done(holding)));
            });
        } else {
            world.resource.inner(holding);
            done(holding);
        }
    }

    /** The work knows that its effect took place or was refused, and goes on or lets go. */
    private void done(SimulatedHolding holding) {
        holding.busy = false;
        if (holding.state == SimulatedHolding.State.HELD) {
            next(holding, world.dice.between(50, 400) * MILLI);
        } else {
            List.copyOf(partings.keySet()).forEach(number -> process.inside(() -> letGo(number)));
        }
    }
}

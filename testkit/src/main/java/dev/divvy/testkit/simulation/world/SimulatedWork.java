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

/** The work of one process: on each piece that it holds it verifies the hold, works for a while, and attempts its effect. */
final class SimulatedWork {

    private static final long MILLI = 1_000_000L;

    private final SimulationWorld world;
    private final SimulatedProcess process;
    private final NavigableMap<String, SimulatedHolding> held = new TreeMap<>();
    private final NavigableMap<Long, List<SimulatedHolding>> releases = new TreeMap<>();

    /** The lease as the checker computes it, of one incarnation. */
    private Optional<Incarnation> leaseOf = Optional.empty();

    private long deadline = Long.MIN_VALUE;

    SimulatedWork(SimulationWorld world, SimulatedProcess process) {
        this.world = world;
        this.process = process;
    }

    /** Records that the board replied to a pulse sent at this local time. */
    void renewed(Incarnation incarnation, long sentAt) {
        if (!leaseOf.equals(Optional.of(incarnation))) {
            leaseOf = Optional.of(incarnation);
            deadline = Long.MIN_VALUE;
        }
        deadline = Math.max(deadline, sentAt + world.rules.timing().lease().toNanos());
    }

    /** Returns the local time until which the board's replies allow this process to hold pieces. */
    long deadline() {
        return deadline;
    }

    // --- events of the agent ---

    void gained(MemberEvent.Gained event) {
        Allocation basis = event.basis();
        Incarnation incarnation = process.state().incarnation().orElseThrow();
        event.pieces().forEach(piece -> {
            SimulatedHolding holding = new SimulatedHolding(
                    process,
                    incarnation,
                    basis.pieces().name(piece),
                    world.atoms.of(basis.pieces(), piece),
                    new Fence(basis.version().lineage(), basis.tenureOf(piece).since()),
                    world.stats.gain(),
                    world.losses.effectiveTime(
                            process.state().knowledge().memory().origin(), world.now()));
            held.put(holding.piece, holding);
            world.checker.gained(holding);
            show(holding);
        });
    }

    void lost(PendingRelease release) {
        List<SimulatedHolding> holdings = take(release.basis(), release.lost());
        holdings.forEach(holding -> {
            holding.state = SimulatedHolding.State.RELEASING;
            holding.overrunsGrace = holding.busy && world.schedule.hits(InjectedFault.WORK_OUTLIVES_GRACE);
        });
        releases.put(release.number(), holdings);
        if (world.bugs.is(PlantedBug.ACKNOWLEDGE_BEFORE_RELEASE)) {
            process.agent().released(release.number());
        }
        completeRelease(release.number());
    }

    /** Completes a release when none of its work is in flight, and tells the agent. */
    private void completeRelease(long number) {
        List<SimulatedHolding> holdings = releases.get(number);
        if (holdings != null && holdings.stream().noneMatch(holding -> holding.busy)) {
            process.agent().released(number);
            if (world.bugs.is(PlantedBug.ACKNOWLEDGE_BEFORE_RELEASE)) {
                endRelease(number);
            }
        }
    }

    void released(PendingRelease release, boolean inTime) {
        if (!(inTime && world.bugs.is(PlantedBug.ACKNOWLEDGE_BEFORE_RELEASE))) {
            endRelease(release.number());
        }
    }

    private void endRelease(long number) {
        List<SimulatedHolding> holdings = releases.remove(number);
        if (holdings != null) {
            holdings.forEach(holding -> end(holding, SimulatedHolding.State.RELEASED));
        }
    }

    /** Returns a holding of any of these atoms that this process has not released yet. */
    Optional<SimulatedHolding> releasing(long atoms) {
        return releases.values().stream()
                .flatMap(List::stream)
                .filter(holding -> (holding.atoms & atoms) != 0)
                .findFirst();
    }

    void dropped(MemberEvent.Dropped event) {
        event.basis()
                .ifPresent(basis ->
                        take(basis, event.pieces()).forEach(holding -> end(holding, SimulatedHolding.State.DROPPED)));
        releases.values().forEach(all -> all.forEach(holding -> end(holding, SimulatedHolding.State.DROPPED)));
        releases.clear();
    }

    private List<SimulatedHolding> take(Allocation basis, Runs pieces) {
        List<SimulatedHolding> taken = new ArrayList<>();
        pieces.forEach(piece -> {
            String name = basis.pieces().name(piece);
            SimulatedHolding holding = held.remove(name);
            if (holding == null) {
                throw new IllegalStateException(name + " is lost but was not held");
            }
            taken.add(holding);
        });
        return taken;
    }

    private void end(SimulatedHolding holding, SimulatedHolding.State state) {
        holding.state = state;
        world.callHandler(() -> world.handler.lost(holding.task()));
    }

    // --- the work ---

    /** Shows the fence of a new holder to the resource and waits for the confirmation before the first work. */
    private void show(SimulatedHolding holding) {
        if (world.bugs.is(PlantedBug.EXTERNAL_FENCE_NOT_SHOWN)) {
            holding.shown = true;
            next(holding, world.schedule.latency());
            return;
        }
        world.queue.in(world.schedule.latency(), () -> {
            world.resource.show(holding);
            world.queue.in(
                    world.schedule.latency(),
                    () -> process.runWork(() -> {
                        if (!holding.shown && holding.state == SimulatedHolding.State.HELD) {
                            holding.shown = true;
                            work(holding);
                        }
                    }));
        });
    }

    private void next(SimulatedHolding holding, long pause) {
        world.queue.in(pause, () -> process.runWork(() -> work(holding)));
    }

    private void work(SimulatedHolding holding) {
        if (holding.state != SimulatedHolding.State.HELD) {
            world.uncount();
            return;
        }
        boolean allowed = holds(holding) || world.bugs.is(PlantedBug.GAIN_AFTER_DEADLINE);
        if (!allowed) {
            next(holding, 200 * MILLI);
            return;
        }
        holding.busy = true;
        world.checker.begun(holding);
        Runnable effect = world.callHandler(() -> world.handler.begin(holding.task()), () -> {});
        long span = world.schedule.isFaulty()
                ? world.random.spread(MILLI, 800 * MILLI)
                : world.random.spread(MILLI, 50 * MILLI);
        boolean external = world.random.chance(0.5) || world.hasHandler;
        world.queue.in(span, () -> process.runWork(() -> finish(holding, external, effect)));
        if (world.schedule.hits(InjectedFault.PAUSE_BEFORE_EFFECT)) {
            process.pause(world.random.spread(50 * MILLI, 20_000 * MILLI));
        }
    }

    /** Whether the process may work on this piece, according to its agent. */
    boolean holds(SimulatedHolding holding) {
        return holding.state == SimulatedHolding.State.HELD
                && process.state()
                        .holdings()
                        .basis()
                        .map(basis -> basis.pieces().indexOf(holding.piece))
                        .filter(piece -> piece >= 0 && process.state().holds(piece, process.local()))
                        .isPresent();
    }

    private void finish(SimulatedHolding holding, boolean external, Runnable effect) {
        if (holding.overrunsGrace) {
            holding.overrunsGrace = false;
            long extra = world.rules.timing().grace().toNanos() + world.random.spread(MILLI, 3000 * MILLI);
            world.queue.in(extra, () -> process.runWork(() -> finish(holding, external, effect)));
            return;
        }
        if (external) {
            boolean late = world.schedule.hits(InjectedFault.EFFECT_DELAYED);
            long delay = late ? world.schedule.lateDelay() / 4 : world.schedule.latency();
            world.queue.in(delay, () -> {
                world.resource.external(holding, effect);
                world.queue.in(world.schedule.latency(), () -> process.runWork(() -> done(holding)));
            });
        } else {
            world.resource.internal(holding);
            done(holding);
        }
    }

    /** Called when the work knows whether its effect took place or was refused: continues or releases. */
    private void done(SimulatedHolding holding) {
        holding.busy = false;
        if (holding.state == SimulatedHolding.State.HELD) {
            next(holding, world.random.between(50, 400) * MILLI);
        } else {
            List.copyOf(releases.keySet()).forEach(number -> process.runAgent(() -> completeRelease(number)));
        }
    }
}

package dev.divvy.testkit.simulation.world;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Tokens;
import dev.divvy.allocation.Units;
import dev.divvy.allocation.plan.Change;
import dev.divvy.testkit.simulation.InjectedFault;
import dev.divvy.testkit.simulation.Scenario;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** Requests changes of the group through any of its members, as operators do: now and then, and without checking first. */
final class SimulatedOperator {

    private final SimulationWorld world;

    SimulatedOperator(SimulationWorld world) {
        this.world = world;
    }

    boolean request(InjectedFault fault, SimulatedProcess through) {
        if (fault == InjectedFault.EXCLUSIVE_JOB) {
            if (through.job().isRequested()) {
                return false;
            }
            through.runAgent(through.job()::request);
            return true;
        }
        Optional<Allocation> known = through.state().view().allocation();
        Optional<Change> change = known.flatMap(allocation -> change(fault, allocation));
        change.ifPresent(requested -> {
            world.log("operator", "asks through " + through.id(), requested);
            through.runAgent(() -> through.agent().request(requested));
        });
        return change.isPresent();
    }

    private Optional<Change> change(InjectedFault fault, Allocation known) {
        String member = world.random.pick(world.processes.all()).id();
        Pieces pieces = known.pieces();
        return switch (fault) {
            case PIN -> Optional.of(new Change.Pin(pieces.name(world.random.below(pieces.count())), member));
            case UNPIN ->
                known.directives().pins().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Change.Unpin(known.directives().pins().firstKey()));
            case WEIGHT_CHANGE -> Optional.of(new Change.Weigh(member, 1 + world.random.below(4)));
            case DRAIN -> Optional.of(Change.drain(member));
            case UNDRAIN -> Optional.of(Change.undrain(member));
            case SUSPEND -> Optional.of(new Change.Suspend());
            case RESUME -> Optional.of(new Change.Resume());
            case PIECES_CHANGE -> changed(pieces).map(Change.SetPieces::new);
            default -> throw new IllegalArgumentException(fault + " is not an operator action");
        };
    }

    private Optional<Pieces> changed(Pieces pieces) {
        if (pieces instanceof Tokens tokens) {
            return tokens.count() * 2 <= Scenario.MOST_PIECES
                    ? Optional.of(new Tokens(tokens.count() * 2, tokens.rule()))
                    : Optional.empty();
        }
        NavigableSet<String> names = new TreeSet<>(((Units) pieces).names());
        for (int changes = 1 + world.random.below(3); changes > 0; changes--) {
            String name = world.random.pick(world.atoms.units());
            if (!names.remove(name)) {
                names.add(name);
            }
        }
        return names.isEmpty() ? Optional.empty() : Optional.of(Units.of(names));
    }

    /** Restores the normal state after a fault window: resumes the group, ends drains, and withdraws jobs. */
    void restore() {
        for (SimulatedProcess process : List.copyOf(world.processes.all())) {
            process.runAgent(() -> {
                process.agent().reconfigure(self -> self.suspended(false));
                process.agent().request(new Change.Resume());
                process.agent().request(Change.undrain(process.id()));
                if (process.job().isRequested()) {
                    process.job().end();
                }
            });
        }
    }
}

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

/** Asks for changes of the group through any of its members, as people do: now and then, and without looking first. */
final class SimulatedOperator {

    private final SimulationWorld world;

    SimulatedOperator(SimulationWorld world) {
        this.world = world;
    }

    boolean asks(InjectedFault trouble, SimulatedProcess through) {
        if (trouble == InjectedFault.EXCLUSIVE_JOB) {
            if (through.job().isAsked()) {
                return false;
            }
            through.inside(through.job()::ask);
            return true;
        }
        Optional<Allocation> known = through.standing().view().allocation();
        Optional<Change> change = known.flatMap(allocation -> change(trouble, allocation));
        change.ifPresent(asked -> {
            world.tell("people", "ask through " + through.id(), asked);
            through.inside(() -> through.agent().ask(asked));
        });
        return change.isPresent();
    }

    private Optional<Change> change(InjectedFault trouble, Allocation known) {
        String member = world.dice.pick(world.crowd.all()).id();
        Pieces pieces = known.pieces();
        return switch (trouble) {
            case PIN -> Optional.of(new Change.Pin(pieces.name(world.dice.below(pieces.count())), member));
            case UNPIN ->
                known.directives().pins().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Change.Unpin(known.directives().pins().firstKey()));
            case WEIGHT -> Optional.of(new Change.Weigh(member, 1 + world.dice.below(4)));
            case DRAIN -> Optional.of(Change.drain(member));
            case UNDRAIN -> Optional.of(Change.undrain(member));
            case SUSPEND -> Optional.of(new Change.Suspend());
            case RESUME -> Optional.of(new Change.Resume());
            case OTHER_PIECES -> other(pieces).map(Change.Divide::new);
            default -> throw new IllegalArgumentException(trouble + " is not asked for");
        };
    }

    private Optional<Pieces> other(Pieces pieces) {
        if (pieces instanceof Tokens tokens) {
            return tokens.count() * 2 <= Scenario.MOST_PIECES
                    ? Optional.of(new Tokens(tokens.count() * 2, tokens.rule()))
                    : Optional.empty();
        }
        NavigableSet<String> names = new TreeSet<>(((Units) pieces).names());
        for (int changes = 1 + world.dice.below(3); changes > 0; changes--) {
            String name = world.dice.pick(world.atoms.units());
            if (!names.remove(name)) {
                names.add(name);
            }
        }
        return names.isEmpty() ? Optional.empty() : Optional.of(Units.of(names));
    }

    /** After a storm: nothing is suspended, nobody drained, no job waits. */
    void tidy() {
        for (SimulatedProcess process : List.copyOf(world.crowd.all())) {
            process.inside(() -> {
                process.agent().become(self -> self.suspended(false));
                process.agent().ask(new Change.Resume());
                process.agent().ask(Change.undrain(process.id()));
                if (process.job().isAsked()) {
                    process.job().giveBack();
                }
            });
        }
    }
}

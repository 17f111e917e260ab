package dev.divvy.bench.members;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Acknowledgements;
import java.util.List;

/**
 * A board on which all members are present and have acknowledged and settled every epoch up to this one. The next change must then record
 * a wait for each old owner, which costs more than a change without waits.
 */
public record AllAcknowledged(long epoch) implements Acknowledgements {

    @Override
    public boolean present(Incarnation member) {
        return true;
    }

    @Override
    public long acknowledged(Incarnation member) {
        return epoch;
    }

    @Override
    public long settled(Incarnation member) {
        return epoch;
    }

    @Override
    public List<Incarnation> behind(long required) {
        return List.of();
    }
}

package dev.divvy.bench.members;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.plan.Acknowledgements;
import java.util.List;

/**
 * A board on which everybody is present and has acknowledged all up to an epoch: the next change finds every old owner there and must
 * note that it waits for it, which costs more than when nobody is waited for.
 */
public record Calm(long epoch) implements Acknowledgements {

    @Override
    public boolean present(Incarnation life) {
        return true;
    }

    @Override
    public long acknowledged(Incarnation life) {
        return epoch;
    }

    @Override
    public List<Incarnation> behind(long asked) {
        return List.of();
    }
}

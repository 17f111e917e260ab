package dev.divvy.testkit.contract;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Boards;
import java.time.Duration;
import java.util.Optional;

/** A store that keeps a board for each group, reached by two processes: here and there. It is patient with slow servers. */
public abstract class StoreFixture implements BoardFixture {

    private final String group;
    private final Boards here;
    private final Boards there;

    /**
     * One test.
     *
     * @param group a name of which the store knows nothing yet
     * @param there the same store as another process would reach it
     */
    protected StoreFixture(String group, Boards here, Boards there) {
        this.group = group;
        this.here = here;
        this.there = there;
    }

    /** The name of the group of this test. */
    protected final String group() {
        return group;
    }

    @Override
    public Board board() {
        return here.of(group);
    }

    @Override
    public Board another() {
        return there.of(group);
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(90);
    }

    @Override
    public Duration soon() {
        return Duration.ofMinutes(1);
    }

    @Override
    public Optional<Boards> boards() {
        return Optional.of(name -> here.of(name + "-" + group));
    }
}

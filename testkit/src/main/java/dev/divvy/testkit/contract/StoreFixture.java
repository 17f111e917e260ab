package dev.divvy.testkit.contract;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Boards;
import java.time.Duration;
import java.util.Optional;

/** A store that keeps a board per group, reached by two processes. Its timeouts allow for slow servers. */
public abstract class StoreFixture implements BoardFixture {

    private final String group;
    private final Boards store;
    private final Boards otherHandle;

    /**
     * Creates the fixture of one test.
     *
     * @param group a name that the store does not know yet
     * @param otherHandle the same store as another process would reach it
     */
    protected StoreFixture(String group, Boards store, Boards otherHandle) {
        this.group = group;
        this.store = store;
        this.otherHandle = otherHandle;
    }

    /** The name of this test's group. */
    protected final String group() {
        return group;
    }

    @Override
    public Board board() {
        return store.of(group);
    }

    @Override
    public Board anotherHandle() {
        return otherHandle.of(group);
    }

    @Override
    public Duration timeout() {
        return Duration.ofSeconds(90);
    }

    @Override
    public Duration hintTimeout() {
        return Duration.ofMinutes(1);
    }

    @Override
    public Optional<Boards> boards() {
        return Optional.of(name -> store.of(name + "-" + group));
    }
}

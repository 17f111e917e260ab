package dev.divvy.testkit.contract;

import dev.divvy.coordination.board.Board;
import dev.divvy.coordination.board.Boards;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;

/** The contract for a store that keeps a board for each group, met by two processes: here and there. It bears with slow servers. */
@Timeout(300)
public abstract class StoreContract extends BoardContract {

    private final String group;
    private final Boards here;
    private final Boards there;

    /**
     * One test.
     *
     * @param group a name of which the store knows nothing yet
     * @param there the same store as another process would reach it
     */
    protected StoreContract(String group, Boards here, Boards there) {
        this.group = group;
        this.here = here;
        this.there = there;
    }

    /** The name of the group of this test. */
    protected final String group() {
        return group;
    }

    @Override
    protected Board board() {
        return here.of(group);
    }

    @Override
    protected Board another() {
        return there.of(group);
    }

    @Override
    protected Duration patience() {
        return Duration.ofSeconds(90);
    }

    @Override
    protected Duration soon() {
        return Duration.ofMinutes(1);
    }

    @Override
    protected Optional<Boards> boards() {
        return Optional.of(name -> here.of(name + "-" + group));
    }
}

package dev.divvy.boardpeers;

import dev.divvy.coordination.Board;
import dev.divvy.coordination.Boards;
import dev.divvy.testkit.contract.BoardContract;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Timeout;

/** The contract of all boards, played through two nodes of a mesh. */
@Timeout(300)
abstract class PeersBoardContract extends BoardContract {

    private final String group = "test " + UUID.randomUUID();
    private final Mesh here;
    private final Mesh there;

    PeersBoardContract(Mesh here, Mesh there) {
        this.here = here;
        this.there = there;
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
        return Soon.LIMIT;
    }

    @Override
    protected Optional<Boards> boards() {
        return Optional.of(name -> here.of(name + "-" + group));
    }
}

package dev.divvy.boardsql;

import dev.divvy.coordination.Board;
import dev.divvy.coordination.Boards;
import dev.divvy.testkit.contract.BoardContract;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/** The contract of all boards on one place. */
abstract class SqlBoardContract extends BoardContract {

    private static final SqlBoardSettings SETTINGS = Place.PATIENT.keepingLevel();

    private final String group = "test-" + UUID.randomUUID();
    private final Place place;
    private final SqlBoards here;
    private final SqlBoards there;

    SqlBoardContract(Place place) {
        this.place = place;
        this.here = new SqlBoards(place.pool(), place.product(), SETTINGS);
        this.there = new SqlBoards(place.pool(), place.product(), SETTINGS);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
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
    protected int racers() {
        return 40;
    }

    @Override
    protected boolean mayHaveForgotten() {
        return true;
    }

    @Override
    protected boolean forget() {
        place.forget(group);
        return true;
    }

    @Override
    protected Optional<Boards> boards() {
        return Optional.of(name -> here.of(name + "-" + group));
    }
}

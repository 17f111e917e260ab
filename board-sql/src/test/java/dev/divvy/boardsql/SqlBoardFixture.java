package dev.divvy.boardsql;

import dev.divvy.testkit.contract.StoreFixture;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/** A board in a database, met by two processes. */
abstract class SqlBoardFixture extends StoreFixture {

    private static final SqlBoardSettings SETTINGS = Place.PATIENT.keepingLevel();

    private final Place place;
    private final SqlBoards here;
    private final SqlBoards there;

    SqlBoardFixture(Place place) {
        this(
                place,
                new SqlBoards(place.pool(), place.product(), SETTINGS),
                new SqlBoards(place.pool(), place.product(), SETTINGS));
    }

    private SqlBoardFixture(Place place, SqlBoards here, SqlBoards there) {
        super("test-" + UUID.randomUUID(), here, there);
        this.place = place;
        this.here = here;
        this.there = there;
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @Override
    public int racers() {
        return 40;
    }

    @Override
    public boolean mayHaveForgotten() {
        return true;
    }

    @Override
    public boolean forget() {
        place.forget(group());
        return true;
    }
}

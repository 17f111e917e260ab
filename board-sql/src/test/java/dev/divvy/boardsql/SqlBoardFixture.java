package dev.divvy.boardsql;

import dev.divvy.testkit.contract.StoreFixture;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/** A board in a database, used by two processes. */
abstract class SqlBoardFixture extends StoreFixture {

    private static final SqlBoardSettings SETTINGS = TestDatabase.LENIENT.keepingIsolationLevel();

    private final TestDatabase database;
    private final SqlBoards local;
    private final SqlBoards remote;

    SqlBoardFixture(TestDatabase database) {
        this(
                database,
                new SqlBoards(database.pool(), database.kind(), SETTINGS),
                new SqlBoards(database.pool(), database.kind(), SETTINGS));
    }

    private SqlBoardFixture(TestDatabase database, SqlBoards local, SqlBoards remote) {
        super("test-" + UUID.randomUUID(), local, remote);
        this.database = database;
        this.local = local;
        this.remote = remote;
    }

    @AfterEach
    void close() {
        local.close();
        remote.close();
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
        database.forget(group());
        return true;
    }
}

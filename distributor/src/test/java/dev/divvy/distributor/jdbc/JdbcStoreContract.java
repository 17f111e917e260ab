package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.distributor.store.Store;
import dev.divvy.distributor.store.StoreContract;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/** The contract of all stores in one database. */
abstract class JdbcStoreContract extends StoreContract {

    private final String distribution = "test-" + UUID.randomUUID();
    private final TestDatabase database;
    private final JdbcStore here;
    private final JdbcStore there;

    JdbcStoreContract(DatabaseKind product) {
        this.database = TestDatabase.of(product);
        this.here = database.store(distribution);
        this.there = database.store(distribution);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @Override
    protected Store store() {
        return here;
    }

    @Override
    protected Store another() {
        return there;
    }

    @Override
    protected String namespace() {
        return "names of " + distribution;
    }

    @Override
    protected boolean hints() {
        return database.product() == DatabaseKind.POSTGRESQL;
    }
}

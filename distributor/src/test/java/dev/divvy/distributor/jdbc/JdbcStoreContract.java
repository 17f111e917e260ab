package dev.divvy.distributor.jdbc;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.distributor.store.StoreContract;
import dev.divvy.distributor.store.TestStore;
import java.util.UUID;

/** The contract of all stores in one database. */
abstract class JdbcStoreContract implements StoreContract {

    private final String distribution = "test-" + UUID.randomUUID();
    private final TestDatabase database;
    private final TestStore opened;

    JdbcStoreContract(DatabaseKind kind) {
        this.database = TestDatabase.of(kind);
        this.opened = new TestStore(database.ports(distribution), database.ports(distribution));
    }

    @Override
    public TestStore opened() {
        return opened;
    }

    @Override
    public String namespace() {
        return "names of " + distribution;
    }

    @Override
    public boolean hints() {
        return database.kind() == DatabaseKind.POSTGRESQL;
    }
}

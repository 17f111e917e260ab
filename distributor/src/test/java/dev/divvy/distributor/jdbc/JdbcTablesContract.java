package dev.divvy.distributor.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.distributor.JdbcStore;
import dev.divvy.distributor.JdbcStoreSettings;
import dev.divvy.distributor.StoreAccess;
import dev.divvy.distributor.StoreAccessException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The behaviour of a store in a database beyond the contract of stores: its tables. */
@Timeout(120)
abstract class JdbcTablesContract {

    private final DatabaseKind kind;

    JdbcTablesContract(DatabaseKind kind) {
        this.kind = kind;
    }

    @Test
    void theErrorForAMissingTableSaysInOneLineWhatToCall() {
        try (JdbcStore store = TestDatabase.fresh(kind).store("d")) {
            List<ThrowingCallable> requests = List.of(
                    () -> store.names().read("n"),
                    () -> store.names().add("n", List.of("a")),
                    () -> store.names().remove("n", List.of("a")),
                    () -> StoreAccess.to(store).distribution().read(),
                    () -> StoreAccess.to(store).assignments().look("a"),
                    () -> StoreAccess.to(store).assignments().acknowledge("a", 1));
            for (ThrowingCallable request : requests) {
                assertThatThrownBy(request)
                        .isInstanceOf(StoreAccessException.class)
                        .hasMessageContaining("JdbcStore.createIfMissing()")
                        .hasMessageNotContainingAny("\n", "\r");
            }
        }
    }

    @Test
    void manyProcessesMayCreateTheTablesAtOnce() throws Exception {
        TestDatabase database = TestDatabase.fresh(kind);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> added = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String name = "n" + i;
                added.add(threads.submit(() -> {
                    try (JdbcStore store = database.store("d")) {
                        return store.createIfMissing().names().add("n", List.of(name));
                    }
                }));
            }
            for (Future<Integer> result : added) {
                assertThat(result.get(60, TimeUnit.SECONDS)).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void theStatementsMayBeRunByHand() throws SQLException {
        TestDatabase database = TestDatabase.fresh(kind);
        try (JdbcStore store = database.store("d")) {
            for (String statement : store.schemaStatements()) {
                database.execute(statement);
            }
            store.createIfMissing();
            assertThat(store.names().add("n", List.of("a"))).isEqualTo(1);
        }
    }

    @Test
    void namesInsertedByHandAreInTheListAndOnlyOnce() throws SQLException {
        TestDatabase database = TestDatabase.of(kind);
        String namespace = "by hand " + UUID.randomUUID();
        try (JdbcStore store = database.store("d")) {
            store.names().add(namespace, List.of("b"));
            database.execute("INSERT INTO divvy_name (namespace, name) VALUES ('" + namespace + "', 'a')");
            store.names().add(namespace, List.of("c", "a"));

            assertThat(store.names().read(namespace)).containsExactly("b", "a", "c");
            assertThatThrownBy(() -> database.execute(
                            "INSERT INTO divvy_name (namespace, name) VALUES ('" + namespace + "', 'a')"))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void tablesMayHaveAnotherSchemaAndPrefix() throws SQLException {
        TestDatabase database = TestDatabase.of(kind);
        JdbcStoreSettings settings = JdbcStoreSettings.defaults().withTables("elsewhere", "x_");
        database.execute("CREATE SCHEMA IF NOT EXISTS elsewhere");
        try (JdbcStore store = database.store("d", settings).createIfMissing();
                JdbcStore usual = database.store("d")) {
            store.names().add("elsewhere", List.of("a"));
            StoreAccess.to(store).assignments().acknowledge("elsewhere", 1);

            assertThat(store.names().read("elsewhere")).containsExactly("a");
            assertThat(usual.names().read("elsewhere")).isEmpty();
            assertThat(StoreAccess.to(usual).distribution().read().acknowledged())
                    .doesNotContainKey("elsewhere");
        }
    }

    @Test
    void distributionsShareTheListsAndHaveTheirOwnTables() {
        TestDatabase database = TestDatabase.of(kind);
        String namespace = "shared " + UUID.randomUUID();
        String name = "one-" + UUID.randomUUID();
        try (JdbcStore first = database.store(name);
                JdbcStore second = database.store("two-" + name)) {
            first.names().add(namespace, List.of("a"));
            StoreAccess.to(first).assignments().acknowledge("a", 3);

            assertThat(second.names().read(namespace)).containsExactly("a");
            assertThat(StoreAccess.to(second).distribution().read().acknowledged())
                    .isEmpty();
            assertThat(StoreAccess.to(first).distribution().read().acknowledged())
                    .isEqualTo(Map.of("a", 3L));
        }
    }
}

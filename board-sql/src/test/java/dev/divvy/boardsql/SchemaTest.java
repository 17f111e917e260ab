package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.coordination.board.Abilities;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SchemaTest {

    private static final Card CARD =
            new Card(new Member(new Incarnation("a", 5), Optional.empty(), 1), 0, 0, CardState.RUNNING, "");

    @Nested
    class OnH2 extends Contract {
        OnH2() {
            super(TestDatabase.fresh(DatabaseKind.H2));
        }
    }

    @Nested
    @NeedsPostgres
    class OnPostgres extends Contract {
        OnPostgres() {
            super(TestDatabase.fresh(DatabaseKind.POSTGRESQL));
        }
    }

    @Nested
    @NeedsMaria
    class OnMaria extends Contract {
        OnMaria() {
            super(TestDatabase.fresh(DatabaseKind.MARIADB));
        }
    }

    abstract static class Contract {

        private final TestDatabase database;

        Contract(TestDatabase database) {
            this.database = database;
        }

        @Test
        void aLookWithoutTablesSaysSoAndCreatesNone() throws Exception {
            try (SqlBoards boards = SqlBoards.on(database.pool(), TestDatabase.LENIENT)) {
                for (int look = 0; look < 2; look++) {
                    assertThatThrownBy(() -> boards.of("unused").look())
                            .isInstanceOf(BoardUnavailableException.class)
                            .hasMessageContaining("a table of the board is missing");
                }
                assertThatThrownBy(boards::groups).isInstanceOf(SQLException.class);
            }
        }

        @Test
        void aLookCreatesNoRow() throws Exception {
            try (SqlBoards boards = SqlBoards.on(database.pool(), TestDatabase.LENIENT)) {
                boards.createIfMissing();
                assertThat(boards.of("unused").look().cards()).isEmpty();
                assertThat(boards.groups()).isEmpty();
                for (String table : List.of("board", "fence", "beat", "share")) {
                    assertThat(database.number("SELECT COUNT(*) FROM divvy_" + table))
                            .as(table)
                            .isZero();
                }
                assertThat(boards.of("two").join(CARD)).isEqualTo(new Admission.Admitted());
                assertThat(boards.of("one").join(CARD)).isEqualTo(new Admission.Admitted());
                assertThat(boards.groups()).containsExactly("one", "two");
            }
        }

        @Test
        void manyProcessesCreateTheTablesAtOnce() throws Exception {
            ExecutorService threads = Executors.newCachedThreadPool();
            CountDownLatch start = new CountDownLatch(1);
            List<Future<?>> creators = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                creators.add(threads.submit(() -> {
                    Await.until(start);
                    try (SqlBoards boards = SqlBoards.on(database.pool(), TestDatabase.LENIENT)) {
                        return boards.createIfMissing();
                    }
                }));
            }
            start.countDown();
            for (Future<?> creator : creators) {
                Await.get(creator);
            }
            threads.shutdown();
            assertThat(database.number("SELECT version FROM divvy_schema WHERE part = 'board'"))
                    .isEqualTo(4);
        }

        @Test
        void aPoolWithoutAutoCommitWorks() throws Exception {
            database.pool().withoutAutoCommit();
            try (SqlBoards boards =
                    SqlBoards.on(database.pool(), TestDatabase.LENIENT).createIfMissing()) {
                assertThat(boards.of("g").join(CARD)).isInstanceOf(Admission.Admitted.class);
            }
            try (Connection connection = database.pool().getConnection()) {
                assertThat(connection.getAutoCommit()).isFalse();
            }
            StrictPool others = database.anotherPool(Connection.TRANSACTION_NONE);
            try (SqlBoards boards = SqlBoards.on(others, TestDatabase.LENIENT)) {
                assertThat(boards.of("g").join(CARD)).isInstanceOf(Admission.Occupied.class);
            }
        }

        @Test
        void tablesOfANewerReleaseAreRefused() throws Exception {
            TestDatabase.withTables(database).execute("UPDATE divvy_schema SET version = 99");
            try (SqlBoards boards = SqlBoards.on(database.pool(), TestDatabase.LENIENT)) {
                assertThatThrownBy(boards::createIfMissing)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("version 99")
                        .hasMessageContaining("newer release");
            }
        }

        @Test
        void tablesOfTheFirstReleaseAreUpgradedWithTheirCards() throws Exception {
            TestDatabase.withTables(database);
            try (SqlBoards boards = SqlBoards.on(database.pool(), TestDatabase.LENIENT)) {
                assertThat(boards.of("g").join(CARD)).isInstanceOf(Admission.Admitted.class);
                database.execute("DROP VIEW divvy_member");
                for (String column : List.of("settled", "wire_version", "abilities", "restriction")) {
                    database.execute("ALTER TABLE divvy_beat DROP COLUMN " + column);
                }
                database.execute("ALTER TABLE divvy_fence DROP COLUMN left_at");
                database.execute("UPDATE divvy_schema SET version = 1");
                boards.createIfMissing();
                boards.createIfMissing();
                assertThat(boards.of("g").look().cards())
                        .containsExactly(CARD.with(Abilities.parse(Abilities.FIRST_VERSION, "")));
            }
            assertThat(database.number("SELECT version FROM divvy_schema WHERE part = 'board'"))
                    .isEqualTo(4);
            assertThat(database.number("SELECT COUNT(*) FROM divvy_member WHERE wire_version = 1"))
                    .isEqualTo(1);
        }

        @Test
        void aMissingTableIsReportedWithTheRemedy() throws Exception {
            try (SqlBoards boards = SqlBoards.on(database.pool(), TestDatabase.LENIENT)) {
                assertThatThrownBy(() -> boards.of("g").join(CARD))
                        .isInstanceOf(BoardUnavailableException.class)
                        .hasMessageContaining("createIfMissing");
            }
        }

        @Test
        void tablesMayHaveAnotherPrefix() throws Exception {
            SqlBoardSettings settings = TestDatabase.LENIENT.withTablePrefix("my_app_");
            try (SqlBoards boards = SqlBoards.on(database.pool(), settings).createIfMissing()) {
                assertThat(boards.of("g").join(CARD)).isInstanceOf(Admission.Admitted.class);
            }
            assertThat(database.number("SELECT COUNT(*) FROM my_app_member")).isEqualTo(1);
        }

        @Test
        void tablesMayBeInASchemaOfTheirOwn() throws Exception {
            String schema = database.kind() == DatabaseKind.MARIADB ? database.name() + "x" : "own";
            database.execute("CREATE SCHEMA " + schema);
            SqlBoardSettings settings = TestDatabase.LENIENT.withSchema(schema);
            try (SqlBoards boards = SqlBoards.on(database.pool(), settings).createIfMissing()) {
                assertThat(boards.of("g").join(CARD)).isInstanceOf(Admission.Admitted.class);
            }
            assertThat(database.number("SELECT COUNT(*) FROM " + schema + ".divvy_member"))
                    .isEqualTo(1);
        }

        /** Rows of one table that were deleted by hand must not keep a member out for ever. */
        @Test
        void aBeatOrAFenceThatWasDeletedByHandKeepsNoMemberOut() throws Exception {
            TestDatabase.withTables(database);
            try (SqlBoards boards = SqlBoards.on(database.pool(), TestDatabase.LENIENT)) {
                SqlBoard board = boards.of("g");
                assertThat(board.join(CARD)).isInstanceOf(Admission.Admitted.class);
                database.execute("DELETE FROM divvy_beat");
                assertThat(board.join(next(6))).isInstanceOf(Admission.Admitted.class);
                database.execute("DELETE FROM divvy_fence");
                assertThat(board.join(next(7))).isInstanceOf(Admission.Admitted.class);
                database.execute("DELETE FROM divvy_beat");
                assertThat(board.remove(next(7).incarnation(), 0)).isTrue();
                assertThat(board.join(next(8))).isInstanceOf(Admission.Admitted.class);
            }
        }

        @Test
        void aMemberThatLeftLongAgoIsForgottenWhenAnotherJoins() throws Exception {
            TestDatabase.withTables(database);
            try (SqlBoards boards = SqlBoards.on(database.pool(), TestDatabase.LENIENT)) {
                SqlBoard board = boards.of("g");
                for (String member : List.of("present", "long ago", "lately")) {
                    assertThat(board.join(card(member, 1))).isInstanceOf(Admission.Admitted.class);
                }
                assertThat(board.remove(new Incarnation("long ago", 1), 0)).isTrue();
                database.execute("UPDATE divvy_fence SET left_at = TIMESTAMP '2020-01-01 00:00:00'");
                assertThat(board.remove(new Incarnation("lately", 1), 0)).isTrue();
                assertThat(board.join(card("another", 1))).isInstanceOf(Admission.Admitted.class);
                assertThat(database.number("SELECT COUNT(*) FROM divvy_fence WHERE member = 'long ago'"))
                        .isZero();
                assertThat(database.number("SELECT COUNT(*) FROM divvy_fence")).isEqualTo(3);
                assertThat(board.join(card("lately", 1))).isEqualTo(new Admission.Outlived(1));
                assertThat(board.join(card("long ago", 1))).isInstanceOf(Admission.Admitted.class);
            }
        }

        private static Card next(long number) {
            return card("a", number);
        }

        private static Card card(String member, long number) {
            return new Card(
                    new Member(new Incarnation(member, number), Optional.empty(), 1), 0, 0, CardState.RUNNING, "");
        }
    }

    @Test
    @NeedsPostgres
    void aSchemaThatIsMissingIsNamed() throws SQLException {
        SqlBoardSettings settings = TestDatabase.LENIENT.withSchema("nowhere");
        try (SqlBoards boards =
                SqlBoards.on(TestDatabase.fresh(DatabaseKind.POSTGRESQL).pool(), settings)) {
            assertThatThrownBy(boards::createIfMissing).hasMessageContaining("nowhere");
        }
    }
}

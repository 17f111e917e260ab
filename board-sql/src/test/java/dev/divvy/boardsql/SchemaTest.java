package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
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
    class OnH2 extends Duties {
        OnH2() {
            super(Place.fresh(DatabaseKind.H2));
        }
    }

    @Nested
    @NeedsPostgres
    class OnPostgres extends Duties {
        OnPostgres() {
            super(Place.fresh(DatabaseKind.POSTGRESQL));
        }
    }

    @Nested
    @NeedsMaria
    class OnMaria extends Duties {
        OnMaria() {
            super(Place.fresh(DatabaseKind.MARIADB));
        }
    }

    abstract static class Duties {

        private final Place place;

        Duties(Place place) {
            this.place = place;
        }

        @Test
        void aLookWithoutTablesSaysSoAndMakesNone() throws Exception {
            try (SqlBoards boards = SqlBoards.on(place.pool(), Place.PATIENT)) {
                for (int look = 0; look < 2; look++) {
                    assertThatThrownBy(() -> boards.of("nobody").look())
                            .isInstanceOf(BoardUnavailableException.class)
                            .hasMessageContaining("a table of the board is missing");
                }
                assertThatThrownBy(boards::groups).isInstanceOf(SQLException.class);
            }
        }

        @Test
        void aLookMakesNoRow() throws Exception {
            try (SqlBoards boards = SqlBoards.on(place.pool(), Place.PATIENT)) {
                boards.createIfMissing();
                assertThat(boards.of("nobody").look().cards()).isEmpty();
                assertThat(boards.groups()).isEmpty();
                for (String table : List.of("board", "fence", "beat", "share")) {
                    assertThat(place.number("SELECT COUNT(*) FROM divvy_" + table))
                            .as(table)
                            .isZero();
                }
                assertThat(boards.of("two").join(CARD)).isEqualTo(new Admission.Admitted());
                assertThat(boards.of("one").join(CARD)).isEqualTo(new Admission.Admitted());
                assertThat(boards.groups()).containsExactly("one", "two");
            }
        }

        @Test
        void manyProcessesMakeTheTablesAtOnce() throws Exception {
            ExecutorService threads = Executors.newCachedThreadPool();
            CountDownLatch start = new CountDownLatch(1);
            List<Future<?>> makers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                makers.add(threads.submit(() -> {
                    Await.until(start);
                    try (SqlBoards boards = SqlBoards.on(place.pool(), Place.PATIENT)) {
                        return boards.createIfMissing();
                    }
                }));
            }
            start.countDown();
            for (Future<?> maker : makers) {
                Await.get(maker);
            }
            threads.shutdown();
            assertThat(place.number("SELECT version FROM divvy_schema WHERE part = 'board'"))
                    .isEqualTo(1);
        }

        @Test
        void aPoolThatDoesNotCommitByItselfIsNoHindrance() throws Exception {
            place.pool().withoutAutoCommit();
            try (SqlBoards boards = SqlBoards.on(place.pool(), Place.PATIENT).createIfMissing()) {
                assertThat(boards.of("g").join(CARD)).isInstanceOf(Admission.Admitted.class);
            }
            try (Connection connection = place.pool().getConnection()) {
                assertThat(connection.getAutoCommit()).isFalse();
            }
            Pool others = place.another(Connection.TRANSACTION_NONE);
            try (SqlBoards boards = SqlBoards.on(others, Place.PATIENT)) {
                assertThat(boards.of("g").join(CARD)).isInstanceOf(Admission.Occupied.class);
            }
        }

        @Test
        void tablesOfANewerReleaseAreRefused() throws Exception {
            Place.with(place).execute("UPDATE divvy_schema SET version = 99");
            try (SqlBoards boards = SqlBoards.on(place.pool(), Place.PATIENT)) {
                assertThatThrownBy(boards::createIfMissing)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("version 99")
                        .hasMessageContaining("newer release");
            }
        }

        @Test
        void aMissingTableIsNamedAndSoIsTheRemedy() throws Exception {
            try (SqlBoards boards = SqlBoards.on(place.pool(), Place.PATIENT)) {
                assertThatThrownBy(() -> boards.of("g").join(CARD))
                        .isInstanceOf(BoardUnavailableException.class)
                        .hasMessageContaining("createIfMissing");
            }
        }

        @Test
        void tablesMayHaveAnotherPrefix() throws Exception {
            SqlBoardSettings settings = Place.PATIENT.withTablePrefix("my_app_");
            try (SqlBoards boards = SqlBoards.on(place.pool(), settings).createIfMissing()) {
                assertThat(boards.of("g").join(CARD)).isInstanceOf(Admission.Admitted.class);
            }
            assertThat(place.number("SELECT COUNT(*) FROM my_app_member")).isEqualTo(1);
        }

        @Test
        void tablesMayBeInASchemaOfTheirOwn() throws Exception {
            String schema = place.product() == DatabaseKind.MARIADB ? place.database() + "x" : "own";
            place.execute("CREATE SCHEMA " + schema);
            SqlBoardSettings settings = Place.PATIENT.withSchema(schema);
            try (SqlBoards boards = SqlBoards.on(place.pool(), settings).createIfMissing()) {
                assertThat(boards.of("g").join(CARD)).isInstanceOf(Admission.Admitted.class);
            }
            assertThat(place.number("SELECT COUNT(*) FROM " + schema + ".divvy_member"))
                    .isEqualTo(1);
        }

        /** Whoever deletes rows of one table by hand must not keep a member out for ever. */
        @Test
        void aBeatOrAFenceThatWasDeletedByHandKeepsNobodyOut() throws Exception {
            Place.with(place);
            try (SqlBoards boards = SqlBoards.on(place.pool(), Place.PATIENT)) {
                SqlBoard board = boards.of("g");
                assertThat(board.join(CARD)).isInstanceOf(Admission.Admitted.class);
                place.execute("DELETE FROM divvy_beat");
                assertThat(board.join(next(6))).isInstanceOf(Admission.Admitted.class);
                place.execute("DELETE FROM divvy_fence");
                assertThat(board.join(next(7))).isInstanceOf(Admission.Admitted.class);
                place.execute("DELETE FROM divvy_beat");
                assertThat(board.remove(next(7).life(), 0)).isTrue();
                assertThat(board.join(next(8))).isInstanceOf(Admission.Admitted.class);
            }
        }

        private static Card next(long number) {
            return new Card(new Member(new Incarnation("a", number), Optional.empty(), 1), 0, 0, CardState.RUNNING, "");
        }
    }

    @Test
    @NeedsPostgres
    void aSchemaThatIsMissingIsNamed() throws SQLException {
        SqlBoardSettings settings = Place.PATIENT.withSchema("nowhere");
        try (SqlBoards boards =
                SqlBoards.on(Place.fresh(DatabaseKind.POSTGRESQL).pool(), settings)) {
            assertThatThrownBy(boards::createIfMissing).hasMessageContaining("nowhere");
        }
    }
}

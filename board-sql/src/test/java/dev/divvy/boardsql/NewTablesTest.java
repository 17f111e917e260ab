package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A board cannot have forgotten anything in tables that did not exist before. */
class NewTablesTest {

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

        private SqlBoards boards() throws Exception {
            return SqlBoards.on(database.pool(), TestDatabase.LENIENT);
        }

        private static boolean mayHaveForgotten(SqlBoards boards) {
            return boards.of("g").look().mayHaveForgotten();
        }

        @Test
        void theBoardThatWasCreatedWithTheTablesHasForgottenNothing() throws Exception {
            try (SqlBoards boards = boards().createIfMissing("g")) {
                assertThat(mayHaveForgotten(boards)).isFalse();
                assertThat(boards.of("another").look().mayHaveForgotten()).isTrue();
            }
        }

        @Test
        void aPoolWithoutAutoCommitIsNoHindrance() throws Exception {
            database.pool().withoutAutoCommit();
            try (SqlBoards boards = boards().createIfMissing("g")) {
                assertThat(mayHaveForgotten(boards)).isFalse();
            }
        }

        @Test
        void tablesThatExistedMayHaveBeenEmptied() throws Exception {
            try (SqlBoards first = boards().createIfMissing();
                    SqlBoards second = boards().createIfMissing("g")) {
                assertThat(mayHaveForgotten(first)).isTrue();
                assertThat(mayHaveForgotten(second)).isTrue();
            }
        }

        @Test
        void oneTableThatExistedIsEnough() throws Exception {
            try (SqlBoards first = boards().createIfMissing();
                    SqlBoards second = boards()) {
                database.execute("DROP VIEW divvy_member");
                for (String table : List.of("schema", "board", "beat", "share")) {
                    database.execute("DROP TABLE divvy_" + table);
                }
                second.createIfMissing("g");
                assertThat(mayHaveForgotten(second)).isTrue();
                assertThat(mayHaveForgotten(first)).isTrue();
            }
        }

        @Test
        void aBoardThatIsEmptiedMayHaveForgotten() throws Exception {
            try (SqlBoards boards = boards().createIfMissing("g")) {
                database.forget("g");
                assertThat(mayHaveForgotten(boards)).isTrue();
                try (SqlBoards others = boards().createIfMissing("g")) {
                    assertThat(mayHaveForgotten(others)).isTrue();
                }
                assertThat(mayHaveForgotten(boards)).isTrue();
            }
        }

        @Test
        void aProcessThatHasUsedTheBoardBeforeDoesNotTakeItForNew() throws Exception {
            try (SqlBoards boards = boards()) {
                boards.of("g");
                boards.createIfMissing("g");
                assertThat(mayHaveForgotten(boards)).isTrue();
            }
        }

        @Test
        void ofManyProcessesThatCreateTheTablesAtOnceOneCreatesTheBoard() throws Exception {
            ExecutorService threads = Executors.newCachedThreadPool();
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Boolean>> answers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                answers.add(threads.submit(() -> {
                    Await.until(start);
                    try (SqlBoards boards = boards().createIfMissing("g")) {
                        return mayHaveForgotten(boards);
                    }
                }));
            }
            start.countDown();
            int created = 0;
            for (Future<Boolean> answer : answers) {
                created += Await.get(answer) ? 0 : 1;
            }
            threads.shutdown();
            assertThat(created).isOne();
        }
    }
}

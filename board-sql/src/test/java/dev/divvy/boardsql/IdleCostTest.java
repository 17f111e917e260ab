package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Member;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.board.CardState;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** While nothing changes, a pulse is one statement, which writes a row and reads the board. */
class IdleCostTest {

    private static final int PULSES = 10;

    @Test
    void aPulseIsOneStatementOnH2() {
        assertOneStatement(TestDatabase.withTables(TestDatabase.fresh(DatabaseKind.H2)));
    }

    @Test
    @NeedsPostgres
    void aPulseIsOneStatementOnPostgres() {
        assertOneStatement(TestDatabase.withTables(TestDatabase.fresh(DatabaseKind.POSTGRESQL)));
    }

    @Test
    @NeedsMaria
    void aPulseIsOneStatementOnMaria() {
        assertOneStatement(TestDatabase.withTables(TestDatabase.fresh(DatabaseKind.MARIADB)));
    }

    private static void assertOneStatement(TestDatabase database) {
        try (SqlBoards boards = new SqlBoards(database.pool(), database.kind(), TestDatabase.LENIENT)) {
            SqlBoard board = boards.of("idle");
            Card card = new Card(new Member(new Incarnation("a", 1), Optional.empty(), 1), 0, 0, CardState.RUNNING, "");
            assertThat(board.join(card)).isInstanceOf(Admission.Admitted.class);
            board.pulse(card.withBeat(1), Optional.empty());
            long before = database.pool().statements();
            for (int beat = 2; beat < 2 + PULSES; beat++) {
                assertThat(board.pulse(card.withBeat(beat), Optional.empty())).isPresent();
            }
            assertThat(database.pool().statements() - before).isEqualTo(PULSES);
            assertThat(database.pool().borrowed()).as("connections kept").isEqualTo(1);
        }
        assertThat(database.pool().borrowed())
                .as("connections kept after the end")
                .isZero();
    }
}

package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.divvy.allocation.Version;
import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.coordination.Timing;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Promises about the tables that an outbox creates, in any database. */
abstract class CreatingContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** A name for all tables of one test, the board's too. */
    private final String name = Database.newTable();

    private final OutboxSettings settings = OutboxSettings.defaults()
            .withTable(name)
            .withTablePrefix(name + "_")
            .withTiming(Timing.of(Duration.ofMillis(100), Duration.ofSeconds(2)).withSettle(Duration.ofMillis(20)));

    abstract Database database();

    private Outbox outbox(OutboxSettings changed) throws Exception {
        return new Outbox(database().source(), database().kind(), changed).createIfMissing();
    }

    private static boolean waits(Outbox outbox) {
        return outbox.boards().of(outbox.settings().group()).look().mayHaveForgotten();
    }

    /** The epoch of the first allocation with owners: the second, if a founding came before it. */
    private static long firstEpoch(Outbox outbox) throws Exception {
        try (Processor processor = outbox.process("a", event -> {})) {
            assertThat(processor.membership().awaitRunning(TIMEOUT)).isTrue();
            return processor.status().version().map(Version::epoch).orElseThrow();
        }
    }

    @Test
    void theFirstProcessorOnNewTablesStartsAtOnce() throws Exception {
        try (Outbox outbox = outbox(settings)) {
            assertThat(waits(outbox)).isFalse();
            assertThat(firstEpoch(outbox)).isEqualTo(1);
        }
    }

    @Test
    void onTablesThatExistedTheFirstProcessorWaits() throws Exception {
        outbox(settings).close();
        try (Outbox outbox = outbox(settings)) {
            assertThat(waits(outbox)).isTrue();
            assertThat(firstEpoch(outbox)).isEqualTo(2);
        }
    }

    @Test
    void anEventTableThatExistedIsNotNewThoughTheBoardIs() throws Exception {
        outbox(settings).close();
        try (Outbox outbox = outbox(settings.withTablePrefix(name + "_other_"))) {
            assertThat(waits(outbox)).isTrue();
        }
    }

    @Test
    void tablesThatWereEmptiedAreNotNewAnyMore() throws Exception {
        try (Outbox outbox = outbox(settings);
                OutboxFixture fixture = new OutboxFixture(database(), settings)) {
            assertThat(firstEpoch(outbox)).isEqualTo(1);
            for (String table : new String[] {"board", "fence", "beat", "share"}) {
                fixture.run("DELETE FROM " + settings.boardTable(table));
            }
            assertThat(waits(outbox)).isTrue();
            assertThat(firstEpoch(outbox)).isGreaterThan(1);
        }
    }

    @Test
    void anEventTableThatWasDroppedIsCreatedAgain() throws Exception {
        Database database = database();
        outbox(settings).close();
        try (OutboxFixture fixture = new OutboxFixture(database, settings)) {
            fixture.run("DROP TABLE " + name);
            try (Outbox outbox = outbox(settings)) {
                outbox.inTransaction(connection -> outbox.send(connection, "Order", "1", "again"));
                assertThat(outbox.admin().backlog().pending()).isEqualTo(1);
                if (database.kind() == DatabaseKind.POSTGRESQL) {
                    assertThat(fixture.query("SELECT tgname FROM pg_trigger WHERE tgname = '" + name + "_notify'"))
                            .as("the trigger was dropped with its table")
                            .hasSize(1);
                }
            }
        }
    }

    @Test
    void aTableOfTheBoardThatWasDroppedIsCreatedAgain() throws Exception {
        outbox(settings).close();
        try (OutboxFixture fixture = new OutboxFixture(database(), settings)) {
            fixture.run("DROP TABLE " + settings.boardTable("fence") + " CASCADE");
            try (Outbox outbox = outbox(settings)) {
                assertThat(firstEpoch(outbox)).isPositive();
            }
        }
    }

    @Test
    void aSendWithoutATableSaysHowToCreateIt() throws Exception {
        try (Outbox outbox = new Outbox(database().source(), database().kind(), settings)) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> outbox.inTransaction(connection -> outbox.send(connection, "Order", "1", "")))
                    .withMessageContaining(name)
                    .withMessageContaining("createIfMissing()")
                    .withMessageContaining("divvy outbox schema");
        }
    }
}

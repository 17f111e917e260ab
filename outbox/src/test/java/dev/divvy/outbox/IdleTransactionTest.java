package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * An inside handler may compute for a long time between two statements. Once the rows of its events are locked, which the next owner needs,
 * the server ends the transaction soon if its process is paused. A trigger records the idle limit that is set by then.
 */
class IdleTransactionTest {

    private static final Duration COMPUTES = Duration.ofHours(1);

    @Test
    @NeedsPostgres
    void theRowsAreNotLockedForLongOnPostgres() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(Database.of(DatabaseKind.POSTGRESQL))) {
            String limits = limits(fixture);
            fixture.run("CREATE FUNCTION " + limits + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "
                    + limits + " SELECT setting::BIGINT FROM pg_settings WHERE name ="
                    + " 'idle_in_transaction_session_timeout'; RETURN NULL; END $$");
            assertShort(fixture, "EXECUTE FUNCTION " + limits + "()");
        }
    }

    @Test
    @NeedsMaria
    void theRowsAreNotLockedForLongOnMaria() throws Exception {
        try (OutboxFixture fixture = new OutboxFixture(Database.of(DatabaseKind.MARIADB))) {
            assertShort(
                    fixture, "INSERT INTO " + limits(fixture) + " VALUES (@@SESSION.idle_transaction_timeout * 1000)");
        }
    }

    private static String limits(OutboxFixture fixture) {
        return fixture.table() + "_limits";
    }

    private static void assertShort(OutboxFixture fixture, String action) throws Exception {
        fixture.run("CREATE TABLE " + limits(fixture) + " (millis BIGINT)");
        fixture.run("CREATE TRIGGER " + limits(fixture) + " AFTER UPDATE ON " + fixture.table() + " FOR EACH ROW "
                + action);
        fixture.send("Order", "1", "");
        fixture.process(
                "a",
                OutboxFixture.QUICK.withHandlerTimeout(COMPUTES).withKeepDone(COMPUTES),
                HandlingMode.eachInside((connection, event) -> {}));
        fixture.untilDone();
        assertThat(fixture.query("SELECT millis FROM " + limits(fixture)))
                .isNotEmpty()
                .allSatisfy(millis -> assertThat(Long.parseLong(millis))
                        .isBetween(
                                1L,
                                2 * OutboxFixture.SETTINGS.timing().timeToLive().toMillis()));
    }
}

package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.outbox.event.Handling;
import dev.divvy.testservers.needs.NeedsMaria;
import dev.divvy.testservers.needs.NeedsPostgres;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * An inside handler may compute for long between two statements; but when the rows of its events are locked, which the next owner needs,
 * the server ends the transaction soon if its process stops. A trigger notes what the server was told by then.
 */
class StandingStillTest {

    private static final Duration COMPUTES = Duration.ofHours(1);

    @Test
    @NeedsPostgres
    void theRowsAreNotKeptForLongOnPostgres() throws Exception {
        try (Scene scene = new Scene(Database.of(DatabaseKind.POSTGRESQL))) {
            String limits = limits(scene);
            scene.run("CREATE FUNCTION " + limits + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "
                    + limits + " SELECT setting::BIGINT FROM pg_settings WHERE name ="
                    + " 'idle_in_transaction_session_timeout'; RETURN NULL; END $$");
            assertShort(scene, "EXECUTE FUNCTION " + limits + "()");
        }
    }

    @Test
    @NeedsMaria
    void theRowsAreNotKeptForLongOnMaria() throws Exception {
        try (Scene scene = new Scene(Database.of(DatabaseKind.MARIADB))) {
            assertShort(scene, "INSERT INTO " + limits(scene) + " VALUES (@@SESSION.idle_transaction_timeout * 1000)");
        }
    }

    private static String limits(Scene scene) {
        return scene.table() + "_limits";
    }

    private static void assertShort(Scene scene, String note) throws Exception {
        scene.run("CREATE TABLE " + limits(scene) + " (millis BIGINT)");
        scene.run("CREATE TRIGGER " + limits(scene) + " AFTER UPDATE ON " + scene.table() + " FOR EACH ROW " + note);
        scene.send("Order", "1", "");
        scene.process(
                "a",
                Scene.QUICK.withHandlerTimeout(COMPUTES).withKeepDone(COMPUTES),
                Handling.eachInside((connection, event) -> {}));
        scene.untilDone();
        assertThat(scene.ask("SELECT millis FROM " + limits(scene)))
                .isNotEmpty()
                .allSatisfy(millis -> assertThat(Long.parseLong(millis))
                        .isBetween(1L, 2 * Scene.SETTINGS.timing().timeToLive().toMillis()));
    }
}

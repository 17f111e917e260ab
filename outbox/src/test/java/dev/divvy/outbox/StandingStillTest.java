package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.jdbc.Product;
import dev.divvy.outbox.event.Handling;
import dev.divvy.testservers.NeedsMaria;
import dev.divvy.testservers.NeedsPostgres;
import java.time.Duration;
import java.util.List;
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
        try (Scene scene = new Scene(Database.of(Product.POSTGRESQL))) {
            String limits = scene.table() + "_limits";
            scene.run("CREATE TABLE " + limits + " (millis BIGINT)");
            scene.run("CREATE FUNCTION " + limits + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "
                    + limits + " SELECT setting::BIGINT FROM pg_settings WHERE name ="
                    + " 'idle_in_transaction_session_timeout'; RETURN NULL; END $$");
            scene.run("CREATE TRIGGER " + limits + " AFTER UPDATE ON " + scene.table()
                    + " FOR EACH ROW EXECUTE FUNCTION " + limits + "()");
            assertThat(limitsInForce(scene, "SELECT millis FROM " + limits)).allMatch(this::isShort);
        }
    }

    @Test
    @NeedsMaria
    void theRowsAreNotKeptForLongOnMaria() throws Exception {
        try (Scene scene = new Scene(Database.of(Product.MARIADB))) {
            String limits = scene.table() + "_limits";
            scene.run("CREATE TABLE " + limits + " (seconds BIGINT)");
            scene.run("CREATE TRIGGER " + limits + " AFTER UPDATE ON " + scene.table() + " FOR EACH ROW INSERT INTO "
                    + limits + " VALUES (@@SESSION.idle_transaction_timeout)");
            assertThat(limitsInForce(scene, "SELECT seconds * 1000 FROM " + limits))
                    .allMatch(this::isShort);
        }
    }

    private static List<Long> limitsInForce(Scene scene, String query) throws Exception {
        scene.send("Order", "1", "");
        scene.process(
                "a",
                Scene.QUICK.withHandlerTimeout(COMPUTES).keepingDone(COMPUTES),
                Handling.eachInside((connection, event) -> {}));
        scene.untilDone();
        List<Long> limits = scene.ask(query).stream().map(Long::valueOf).toList();
        assertThat(limits).isNotEmpty();
        return limits;
    }

    private boolean isShort(long millis) {
        return millis > 0 && millis <= Scene.SETTINGS.timing().timeToLive().toMillis() * 2;
    }
}

package dev.divvy.boardsql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.jdbc.Notifications;
import dev.divvy.coordination.Subscription;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.needs.NeedsPostgres;
import dev.divvy.testservers.sql.PostgresServer;
import java.sql.Connection;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@NeedsPostgres
@Timeout(60)
class NotificationsTest {

    private final Place place = Place.postgres(Place.READ_COMMITTED);
    private final String application = "notices-" + UUID.randomUUID();
    private final Pool pool = new Pool(
            urlOf(place.database()) + "ApplicationName=" + application, "divvy", "divvy", Connection.TRANSACTION_NONE);

    private static String urlOf(String database) {
        String url = PostgresServer.shared().jdbcUrl(database);
        return url + (url.contains("?") ? "&" : "?");
    }

    private void send(String topic) throws Exception {
        try (Connection connection = place.pool().getConnection()) {
            Notifications.send(connection, "notices_test", topic);
        }
    }

    @Test
    void whoListensIsToldAndTheConnectionGoesBack() throws Exception {
        AtomicInteger told = new AtomicInteger();
        try (Notifications notices = new Notifications(pool, true)) {
            Subscription subscription = notices.listen("notices_test", "topic", told::incrementAndGet);
            Await.until("it listens", () -> notices.isListening() && told.get() >= 1);
            int before = told.get();
            send("another topic");
            send("topic");
            Await.until("it is told", () -> told.get() > before);
            subscription.close();
            subscription.close();
            Await.until("the connection is back", () -> pool.out() == 0);
            assertThat(notices.isListening()).isFalse();
        }
    }

    @Test
    void listeningReturnsAtOnceWhileThereIsNoConnection() throws Exception {
        pool.block();
        AtomicInteger told = new AtomicInteger();
        try (Notifications notices = new Notifications(pool, true)) {
            notices.listen("notices_test", "topic", told::incrementAndGet);
            assertThat(notices.isListening()).isFalse();
            pool.unblock();
            Await.until("it listens later", () -> notices.isListening() && told.get() >= 1);
        }
        Await.until("the connection is back", () -> pool.out() == 0);
    }

    @Test
    void whoThrowsKeepsTheNewsFromNobody() throws Exception {
        AtomicInteger told = new AtomicInteger();
        try (Notifications notices = new Notifications(pool, true)) {
            notices.listen("notices_test", "topic", () -> {
                throw new IllegalStateException("thrown by a test");
            });
            notices.listen("notices_test", "topic", told::incrementAndGet);
            Await.until("it listens", notices::isListening);
            int before = told.get();
            send("topic");
            Await.until("it is told", () -> told.get() > before);
            assertThat(notices.isListening()).isTrue();
        }
    }

    @Test
    void aLostConnectionIsMadeAnewAndSaysThatNewsMayHaveBeenMissed() throws Exception {
        AtomicInteger told = new AtomicInteger();
        try (Notifications notices = new Notifications(pool, true)) {
            notices.listen("notices_test", "topic", told::incrementAndGet);
            Await.until("it listens", () -> told.get() >= 1);
            int first = told.get();
            Await.until(
                    "its connection is ended",
                    () -> place.number(
                                    "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity"
                                            + " WHERE application_name = ?",
                                    application)
                            > 0);
            Await.until("it was told again", () -> told.get() > first);
            int again = told.get();
            send("topic");
            Await.until("it is told", () -> told.get() > again);
        }
    }

    @Test
    void afterTheEndNobodyListens() {
        Notifications notices = new Notifications(pool, true);
        notices.close();
        notices.listen("notices_test", "topic", () -> {});
        assertThat(notices.isListening()).isFalse();
        assertThat(pool.out()).isZero();
    }
}

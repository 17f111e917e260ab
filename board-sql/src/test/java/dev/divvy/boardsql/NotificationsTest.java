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

    private final TestDatabase database = TestDatabase.postgres(TestDatabase.READ_COMMITTED);
    private final String application = "notifications-" + UUID.randomUUID();
    private final StrictPool pool = new StrictPool(
            urlOf(database.name()) + "ApplicationName=" + application, "divvy", "divvy", Connection.TRANSACTION_NONE);

    private static String urlOf(String database) {
        String url = PostgresServer.shared().jdbcUrl(database);
        return url + (url.contains("?") ? "&" : "?");
    }

    private void send(String topic) throws Exception {
        try (Connection connection = database.pool().getConnection()) {
            Notifications.send(connection, "notifications_test", topic);
        }
    }

    @Test
    void aListenerIsCalledAndTheConnectionIsReturned() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (Notifications notifications = new Notifications(pool, true)) {
            Subscription subscription = notifications.listen("notifications_test", "topic", calls::incrementAndGet);
            Await.until("it listens", () -> notifications.isListening() && calls.get() >= 1);
            int before = calls.get();
            send("another topic");
            send("topic");
            Await.until("it is calls", () -> calls.get() > before);
            subscription.close();
            subscription.close();
            Await.until("the connection is returned", () -> pool.borrowed() == 0);
            assertThat(notifications.isListening()).isFalse();
        }
    }

    @Test
    void listeningReturnsAtOnceWhileThereIsNoConnection() throws Exception {
        pool.block();
        AtomicInteger calls = new AtomicInteger();
        try (Notifications notifications = new Notifications(pool, true)) {
            notifications.listen("notifications_test", "topic", calls::incrementAndGet);
            assertThat(notifications.isListening()).isFalse();
            pool.unblock();
            Await.until("it listens later", () -> notifications.isListening() && calls.get() >= 1);
        }
        Await.until("the connection is returned", () -> pool.borrowed() == 0);
    }

    @Test
    void aListenerThatThrowsDoesNotAffectTheOthers() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (Notifications notifications = new Notifications(pool, true)) {
            notifications.listen("notifications_test", "topic", () -> {
                throw new IllegalStateException("thrown by a test");
            });
            notifications.listen("notifications_test", "topic", calls::incrementAndGet);
            Await.until("it listens", notifications::isListening);
            int before = calls.get();
            send("topic");
            Await.until("it is calls", () -> calls.get() > before);
            assertThat(notifications.isListening()).isTrue();
        }
    }

    @Test
    void aLostConnectionIsReplacedAndListenersAreCalled() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (Notifications notifications = new Notifications(pool, true)) {
            notifications.listen("notifications_test", "topic", calls::incrementAndGet);
            Await.until("it listens", () -> calls.get() >= 1);
            int first = calls.get();
            Await.until(
                    "its connection is ended",
                    () -> database.number(
                                    "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity"
                                            + " WHERE application_name = ?",
                                    application)
                            > 0);
            Await.until("it is called again", () -> calls.get() > first);
            int again = calls.get();
            send("topic");
            Await.until("it is calls", () -> calls.get() > again);
        }
    }

    @Test
    void afterCloseNothingListens() {
        Notifications notifications = new Notifications(pool, true);
        notifications.close();
        notifications.listen("notifications_test", "topic", () -> {});
        assertThat(notifications.isListening()).isFalse();
        assertThat(pool.borrowed()).isZero();
    }
}

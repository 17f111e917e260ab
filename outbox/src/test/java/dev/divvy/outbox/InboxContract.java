package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.boardsql.jdbc.Transactions;
import dev.divvy.outbox.inbox.Inbox;
import dev.divvy.testservers.Await;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promises about the deduplication by consumers, in any database. */
abstract class InboxContract {

    private static final AtomicInteger CONSUMERS = new AtomicInteger();

    private final String consumer = "consumer " + CONSUMERS.incrementAndGet();
    private Inbox inbox;

    abstract Database database();

    @BeforeEach
    void begin() throws Exception {
        inbox = Inbox.on(database().source()).createIfMissing().createIfMissing();
    }

    private boolean handle(String consumer, String message) throws SQLException {
        try (Connection connection = database().source().getConnection()) {
            return Transactions.in(connection, transaction -> inbox.accept(transaction, consumer, message));
        }
    }

    @Test
    void eachConsumerHandlesEachMessageOnce() throws Exception {
        assertThat(handle(consumer, "1")).isTrue();
        assertThat(handle(consumer, "1")).isFalse();
        assertThat(handle(consumer, "2")).isTrue();
        assertThat(handle(consumer + "b", "1")).isTrue();
        assertThat(handle(consumer, "1 ")).isTrue();
    }

    @Test
    void aMessageWhoseTransactionWasRolledBackIsNew() throws Exception {
        try (Connection connection = database().source().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(inbox.accept(connection, consumer, "1")).isTrue();
            assertThat(inbox.accept(connection, consumer, "1")).isFalse();
            connection.rollback();
        }
        assertThat(handle(consumer, "1")).isTrue();
    }

    @Test
    void theTransactionGoesOnAfterAMessageThatIsNotNew() throws Exception {
        assertThat(handle(consumer, "1")).isTrue();
        try (Connection connection = database().source().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(inbox.accept(connection, consumer, "1")).isFalse();
            assertThat(inbox.accept(connection, consumer, "2")).isTrue();
            connection.commit();
        }
        assertThat(handle(consumer, "2")).isFalse();
    }

    @Test
    void manyAtOnceHandleAMessageOnce() throws Exception {
        int threads = 8;
        int messages = 20;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> counts = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                counts.add(executor.submit(() -> {
                    int accepted = 0;
                    for (int message = 0; message < messages; message++) {
                        accepted += handle(consumer, Integer.toString(message)) ? 1 : 0;
                    }
                    return accepted;
                }));
            }
            int total = 0;
            for (Future<Integer> count : counts) {
                total += Await.get(count);
            }
            assertThat(total).isEqualTo(messages);
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void aConnectionThatCommitsByItselfIsRefused() throws Exception {
        try (Connection connection = database().source().getConnection()) {
            connection.setAutoCommit(true);
            assertThatThrownBy(() -> inbox.accept(connection, consumer, "1"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("auto-commit");
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> inbox.accept(connection, consumer, "x".repeat(256)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("message id");
            connection.rollback();
        }
        assertThat(handle(consumer, "1")).isTrue();
    }

    @Test
    void oldMessagesAreForgottenInSteps() throws Exception {
        try (Connection connection = database().source().getConnection()) {
            Transactions.in(connection, transaction -> {
                for (int i = 0; i < 2_500; i++) {
                    inbox.accept(transaction, consumer, Integer.toString(i));
                }
                try (PreparedStatement age = transaction.prepareStatement(
                        "UPDATE divvy_inbox SET received_at = TIMESTAMP '2020-01-01 00:00:00' WHERE consumer = ?")) {
                    age.setString(1, consumer);
                    return age.executeUpdate();
                }
            });
        }
        assertThat(handle(consumer, "new")).isTrue();
        assertThat(inbox.forgetOlderThan(Duration.ofDays(7))).isEqualTo(2_500);
        assertThat(handle(consumer, "new")).isFalse();
        assertThat(handle(consumer, "17")).isTrue();
        assertThat(inbox.forgetOlderThan(Duration.ofDays(7))).isZero();
    }
}

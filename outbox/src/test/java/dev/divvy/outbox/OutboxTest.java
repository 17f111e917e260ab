package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.Message;
import java.sql.Connection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private final JdbcConnectionPool pool =
            JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

    @Test
    void eventsAreHandledAndThenDeleted() throws Exception {
        try (Outbox outbox = Outbox.on(pool).createIfMissing()) {
            CountDownLatch handled = new CountDownLatch(1000);
            List<Message> messages = IntStream.range(0, 1000)
                    .mapToObj(i -> Message.of("Order", Integer.toString(i % 50), "payload " + i))
                    .toList();
            try (Connection connection = pool.getConnection()) {
                outbox.send(connection, messages);
            }
            try (Processor processor = outbox.process(event -> handled.countDown())) {
                assertThat(handled.await(60, TimeUnit.SECONDS)).isTrue();
                OutboxFixture.until(
                        "nothing is pending", () -> outbox.admin().backlog().pending() == 0);
                assertThat(processor.stats().failed()).isZero();
            }
        }
    }
}

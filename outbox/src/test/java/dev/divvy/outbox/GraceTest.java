package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.boardsql.DatabaseKind;
import dev.divvy.coordination.Timing;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraceTest {

    private static final int EVENTS = 60;

    /** Several times the grace time of groups that choose none. */
    private static final long LONG_NANOS = Timing.SERVER.grace().multipliedBy(4).toNanos();

    private static final OutboxSettings DEFAULT_GRACE = OutboxSettings.defaults()
            .withPulse(Duration.ofMillis(100), Duration.ofMinutes(1))
            .neverForgets();

    @Test
    void aCallThatIsUnderWayEndsBeforeTheNextOwnerBegins() throws Exception {
        Queue<Long> handled = new ConcurrentLinkedQueue<>();
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (OutboxFixture fixture =
                new OutboxFixture(Database.of(DatabaseKind.H2), DEFAULT_GRACE.withTable(Database.newTable()))) {
            fixture.send(IntStream.range(0, EVENTS)
                    .mapToObj(i -> Message.of("Order", Integer.toString(i)))
                    .toList());
            fixture.process(
                    "a", ProcessorSettings.defaults().withWorkers(1).withBatchSize(EVENTS), batch(handled, () -> {
                        began.countDown();
                        goOn.await();
                    }));
            began.await();
            Processor b = fixture.process("b", ProcessorSettings.defaults(), batch(handled, () -> {}));
            OutboxFixture.until(
                    "it has joined", () -> b.membership().incarnation().isPresent());
            long joined = System.nanoTime();
            OutboxFixture.until("the call takes long", () -> System.nanoTime() - joined > LONG_NANOS);
            assertThat(handled).as("events that both have begun").doesNotHaveDuplicates();
            goOn.countDown();
            fixture.untilDone();
            assertThat(handled).hasSize(EVENTS).doesNotHaveDuplicates();
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static HandlingMode batch(Queue<Long> handled, Work work) {
        return HandlingMode.batch(events -> {
            List<Long> ids = events.stream().map(Event::id).toList();
            handled.addAll(ids);
            work.run();
        });
    }

    @Test
    void theDefaultIsTenSecondsAndAtMostTheHandlerTimeout() {
        ProcessorSettings quick = ProcessorSettings.defaults().withHandlerTimeout(Duration.ofSeconds(2));
        assertThat(DEFAULT_GRACE.timing(ProcessorSettings.defaults()).grace()).isEqualTo(Duration.ofSeconds(10));
        assertThat(DEFAULT_GRACE.timing(quick).grace()).isEqualTo(Duration.ofSeconds(2));
        assertThat(DEFAULT_GRACE.withGrace(Duration.ofSeconds(5)).timing(quick).grace())
                .isEqualTo(Duration.ofSeconds(5));
    }
}

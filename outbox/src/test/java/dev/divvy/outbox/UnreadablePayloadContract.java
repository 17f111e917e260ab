package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A payload that was written and cannot be read any more. */
@Timeout(60)
abstract class UnreadablePayloadContract {

    private static final int LARGE = 20_000;
    private static final int OTHERS = 100;

    private final UnreadablePayloads payloads = new UnreadablePayloads();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private OutboxFixture fixture;

    abstract Database database();

    @BeforeEach
    void open() throws Exception {
        fixture = new OutboxFixture(
                new Database(database().kind(), payloads.of(database().source())));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Sends a large event, a later one of its entity, and others, one of them as large. */
    private void sendAll() throws Exception {
        List<Message> messages = new ArrayList<>();
        messages.add(Message.of("Order", "large", "x".repeat(LARGE)));
        messages.add(Message.of("Order", "large", "later"));
        messages.add(Message.of("Order", "another", "x".repeat(LARGE)));
        for (int i = 0; i < OTHERS; i++) {
            messages.add(Message.of("Order", "other" + i, ""));
        }
        fixture.send(messages);
    }

    private void refuse(int times) throws Exception {
        payloads.refuse(
                Long.parseLong(
                        fixture.query("SELECT MIN(id) FROM " + fixture.table()).get(0)),
                times);
    }

    private void isAborted(HandlingMode mode) throws Exception {
        sendAll();
        refuse(Integer.MAX_VALUE);
        Processor processor = fixture.process(OutboxFixture.QUICK.withWorkers(1), mode);
        fixture.untilDone();
        List<AbortedEvent> aborted = fixture.outbox().admin().aborted(10);
        assertThat(aborted).hasSize(1);
        assertThat(fixture.query("SELECT last_error FROM " + fixture.table()))
                .singleElement()
                .asString()
                .contains("the payload of " + LARGE + " bytes cannot be read")
                .contains("the packet is too large");
        assertThat(processor.stats().failed()).isEqualTo(3);
        assertThat(handled).hasSize(OTHERS + 2).contains("later").doesNotHaveDuplicates();
    }

    private void add(Event event) {
        String payload = event.payload().text();
        handled.add(payload.equals("later") ? payload : event.entityId());
    }

    @Test
    void itIsAFailedAttemptAndInTheEndTheEventIsAborted() throws Exception {
        isAborted(HandlingMode.each(this::add));
    }

    @Test
    void soItIsInABatch() throws Exception {
        isAborted(HandlingMode.batch(events -> events.forEach(this::add)));
    }

    @Test
    void soItIsInside() throws Exception {
        isAborted(HandlingMode.batchInside((connection, events) -> events.forEach(this::add)));
    }

    @Test
    void oneThatIsRefusedOnceIsReadAgainAtOnce() throws Exception {
        sendAll();
        refuse(1);
        Processor processor = fixture.process(OutboxFixture.QUICK, HandlingMode.each(this::add));
        fixture.untilDone();
        assertThat(payloads.refusals()).isEqualTo(1);
        assertThat(processor.stats().failed()).isZero();
        assertThat(handled).hasSize(OTHERS + 3);
    }
}

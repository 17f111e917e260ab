package dev.divvy.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.AbortEventException;
import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.AfterLastAttempt;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.outbox.event.EventFilter;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.Message;
import dev.divvy.outbox.event.ProcessorSettings;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promises about entities that wait for an operator after the last attempt of an event, in any database. */
abstract class HoldingContract {

    private static final ProcessorSettings HOLDING =
            OutboxFixture.QUICK.withAttempts(2).withAfterLastAttempt(AfterLastAttempt.HOLD_ENTITY);

    private final Set<String> bad = ConcurrentHashMap.newKeySet();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private OutboxFixture fixture;

    abstract Database database();

    @BeforeEach
    void begin() throws Exception {
        fixture = new OutboxFixture(database());
        bad.add("x1");
        bad.add("y1");
        fixture.send(List.of(
                Message.of("Order", "x", "x1"),
                Message.of("Order", "x", "x2"),
                Message.of("Order", "y", "y1"),
                Message.of("Order", "z", "z1"),
                Message.of("Person", "x", "another x")));
    }

    @AfterEach
    void end() {
        fixture.close();
    }

    private Processor process(String id) {
        ProcessorSettings settings = HOLDING.withAbortListener(
                (event, error) -> told.add(event.payload().text()));
        return fixture.process(id, settings, HandlingMode.each(event -> {
            String payload = event.payload().text();
            if (bad.contains(payload)) {
                throw payload.equals("y1") ? new AbortEventException("never") : new IllegalStateException("bad");
            }
            handled.add(payload);
        }));
    }

    private void untilHeld() throws Exception {
        OutboxFixture.until("both are held, and others go on", () -> backlog().held() == 2 && handled.size() >= 2);
        assertThat(handled).containsExactlyInAnyOrder("z1", "another x");
        OutboxFixture.until("the listener was told", () -> told.size() == 2);
        assertThat(told).containsExactlyInAnyOrder("x1", "y1");
    }

    private Backlog backlog() throws Exception {
        return fixture.outbox().admin().backlog();
    }

    @Test
    void laterEventsWaitUntilTheHeldOneIsRetried() throws Exception {
        Processor first = process("a");
        untilHeld();
        fixture.send("Order", "x", "x3");
        first.close();
        process("b");
        fixture.send("Order", "z", "z2");
        OutboxFixture.until(
                "another processor goes on",
                () -> handled.contains("z2") && backlog().pending() == 2);
        Backlog backlog = backlog();
        assertThat(backlog.aborted()).isZero();
        assertThat(backlog.held()).isEqualTo(2);
        assertThat(backlog.pending()).as("x2 and x3").isEqualTo(2);
        assertThat(backlog.retrying()).isZero();
        List<AbortedEvent> held = fixture.outbox().admin().aborted(10);
        assertThat(held).allMatch(AbortedEvent::held);
        assertThat(held.stream().map(event -> event.payload().text() + " " + event.attempts()))
                .containsExactly("x1 2", "y1 1");

        bad.clear();
        assertThat(fixture.outbox().admin().retry(List.of(held.get(0).id()))).isEqualTo(1);
        OutboxFixture.until("all of x are handled", () -> handled.contains("x3"));
        assertThat(handled.stream().filter(payload -> payload.startsWith("x"))).containsExactly("x1", "x2", "x3");
        assertThat(fixture.outbox().admin().retry(EventFilter.givenUp())).isEqualTo(1);
        fixture.untilDone();
        assertThat(handled).contains("y1");
        assertThat(backlog().held()).isZero();
    }

    @Test
    void laterEventsGoOnWhenTheHeldOneIsDiscarded() throws Exception {
        process("a");
        untilHeld();
        OutboxFixture.until("the later one waits", () -> backlog().pending() == 1);
        long x1 = fixture.outbox().admin().aborted(10).get(0).id();
        assertThat(fixture.outbox().admin().discard(List.of(x1, -5L))).isEqualTo(1);
        OutboxFixture.until("the later one is handled", () -> handled.contains("x2"));
        assertThat(backlog().held()).isEqualTo(1);
        fixture.send("Order", "y", "y2");
        assertThat(fixture.outbox().admin().discard(EventFilter.givenUp())).isEqualTo(1);
        fixture.untilDone();
        assertThat(handled).contains("y2");
    }
}

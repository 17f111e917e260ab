package dev.divvy.spring.workshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.outbox.event.EventStatus;
import dev.divvy.outbox.event.Message;
import dev.divvy.spring.outbox.OutboxTemplate;
import dev.divvy.spring.outbox.test.OutboxTestSupport;
import dev.divvy.spring.outbox.test.SentEvent;
import dev.divvy.spring.workshop.Workshop.RepairDone;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A test of an application as its developer writes it. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {
            "spring.config.name=workshop",
            "spring.sql.init.mode=never",
            "spring.datasource.url=jdbc:h2:mem:tested;DB_CLOSE_DELAY=-1",
            "spring.jpa.hibernate.ddl-auto=create",
        })
@Import(OutboxTestSupport.class)
class OutboxTestSupportTest {

    private final Workshop workshop;
    private final OutboxTestSupport outbox;
    private final OutboxTemplate template;
    private final TransactionTemplate transaction;

    @Autowired
    OutboxTestSupportTest(
            Workshop workshop,
            OutboxTestSupport outbox,
            OutboxTemplate template,
            PlatformTransactionManager transactions) {
        this.workshop = workshop;
        this.outbox = outbox;
        this.template = template;
        this.transaction = new TransactionTemplate(transactions);
    }

    @BeforeEach
    void begin() {
        outbox.clear();
        workshop.handled().clear();
    }

    @Test
    void aRepairIsAnnounced() {
        workshop.send(new RepairDone(7));
        assertThat(outbox.sent(RepairDone.class)).containsExactly(new RepairDone(7));
        outbox.drain();
        assertThat(workshop.handled()).containsExactly("RepairDone[repair=7]");
    }

    @Test
    void eventsAreShownWithTheirPayloadsAndStates() {
        workshop.send("one");
        workshop.send(new RepairDone(2));
        outbox.drain();
        assertThat(outbox.sent()).extracting(SentEvent::status).containsOnly(EventStatus.DONE);
        assertThat(outbox.sent())
                .extracting(event -> event.entityName() + " " + event.entityId() + " " + event.type() + " "
                        + event.payload().text())
                .containsExactly("Repair 1  one", "Repair 1 RepairDone {\"repair\":2}");
        assertThat(outbox.sent(RepairDone.class)).containsExactly(new RepairDone(2));
    }

    @Test
    void whatIsRolledBackWasNotSent() {
        assertThatThrownBy(workshop::fail).hasMessage("rolled back");
        outbox.drain();
        assertThat(outbox.sent()).isEmpty();
    }

    @Test
    void drainWaitsForEventsThatAreHandledLater() {
        workshop.send("not yet");
        transaction.executeWithoutResult(status -> template.send(Message.of("Repair", "2", "in a moment")
                .withNotBefore(Instant.now().plusMillis(300))));
        outbox.drain();
        assertThat(workshop.handled()).containsExactlyInAnyOrder("not yet", "in a moment");
    }

    @Test
    void aFailedEventFailsTheTestWithItsError() {
        transaction.executeWithoutResult(status -> template.send("Bicycle", 4, "x"));
        assertThatThrownBy(outbox::drain)
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching("event \\d+ of Bicycle 4 has failed in attempt 1: "
                        + ".*no @OutboxHandler method takes events of Bicycle.*");
    }
}

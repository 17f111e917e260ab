package dev.divvy.cli.up.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.cli.up.demo.Findings;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventAuditTest {

    private final EventAudit audit = new EventAudit();

    @BeforeEach
    void sixEventsAreSent() {
        audit.sending(1, 6);
    }

    @Test
    void deliveriesInOrderAreRightAndRepetitionsAreCounted() {
        audit.delivered("a", 1);
        audit.delivered("b", 2);
        audit.delivered("a", 3);
        audit.delivered("a", 1);
        assertThat(audit.findings()).isEqualTo(new Findings(4, 0, 0, 0, 1, 0));
        assertThat(audit.backlog()).isEqualTo(3);
    }

    @Test
    void anEventThatFirstArrivesAfterALaterOneOfItsEntityIsOutOfOrder() {
        audit.delivered("a", 3);
        audit.delivered("b", 2);
        audit.delivered("a", 1);
        audit.delivered("a", 5);
        assertThat(audit.findings().outOfOrder()).isEqualTo(1);
    }

    @Test
    void aRepetitionAfterALaterEventIsNotOutOfOrder() {
        audit.delivered("a", 1);
        audit.delivered("a", 3);
        audit.delivered("a", 1);
        assertThat(audit.findings().outOfOrder()).isZero();
    }

    @Test
    void anEventThatIsNeitherInTheTableNorDeliveredIsLostOnce() {
        audit.delivered("a", 1);
        audit.compare(Set.of(2L, 4L), 4);
        audit.compare(Set.of(2L, 4L), 4);
        assertThat(audit.findings().lost()).isEqualTo(1);
    }

    @Test
    void eventsThatTheTableWasNotReadForAreNotJudged() {
        audit.compare(Set.of(), 0);
        audit.compare(Set.of(1L), new StoredEvents(Set.of(1L), false).upTo(6));
        assertThat(audit.findings().lost()).isZero();
        assertThat(new StoredEvents(Set.of(1L), true).upTo(6)).isEqualTo(6);
    }
}

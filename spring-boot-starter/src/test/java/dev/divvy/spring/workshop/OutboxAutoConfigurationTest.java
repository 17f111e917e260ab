package dev.divvy.spring.workshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.AbortedEvent;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.metrics.OutboxMetrics;
import dev.divvy.spring.outbox.OutboxHandler;
import dev.divvy.spring.outbox.OutboxProcessor;
import dev.divvy.spring.outbox.OutboxProperties;
import dev.divvy.spring.outbox.OutboxTemplate;
import dev.divvy.testservers.Await;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with the starter, a database and nothing else to set up. */
class OutboxAutoConfigurationTest {

    private static ConfigurableApplicationContext start(Class<?> more, String... properties) {
        return new SpringApplicationBuilder(Workshop.class, more)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                        "spring.jpa.hibernate.ddl-auto=create",
                        "spring.main.banner-mode=off",
                        "logging.level.root=WARN",
                        "divvy.outbox.processor.attempts=1")
                .properties(properties)
                // Not the settings of the sample application, which are on the same class path.
                .run("--spring.config.name=workshop", "--spring.sql.init.mode=never");
    }

    /** Adds nothing. */
    static class Plain {}

    /** For the tests that need nothing else. */
    private static ConfigurableApplicationContext plain;

    @BeforeAll
    static void startPlain() {
        plain = start(Plain.class);
    }

    @AfterAll
    static void stopPlain() {
        plain.close();
    }

    @BeforeEach
    void forget() {
        workshop(plain).handled().clear();
    }

    private static Workshop workshop(ConfigurableApplicationContext application) {
        return application.getBean(Workshop.class);
    }

    @Test
    void whatATransactionSendsIsHandledByTheMethodOfItsType() {
        Workshop workshop = workshop(plain);
        workshop.begin(7);
        workshop.send("a text");
        workshop.send("bytes".getBytes(StandardCharsets.UTF_8));
        workshop.send(new Workshop.RepairDone(1));
        Await.until("all are handled", () -> workshop.handled().size() == 4);
        assertThat(workshop.handled())
                .containsSubsequence("a text", "bytes", "RepairDone[repair=1]")
                .contains("RepairBegun[repair=7, what=chain] RepairBegun application/json");
    }

    @Test
    void whatIsRolledBackIsNotSent() throws Exception {
        Workshop workshop = workshop(plain);
        assertThatThrownBy(workshop::fail).hasMessage("rolled back");
        workshop.send("later");
        Await.until("the later one is handled", () -> !workshop.handled().isEmpty());
        assertThat(workshop.handled()).containsExactly("later");
    }

    @Test
    void changesOfJpaAreWrittenBeforeTheEvent() {
        assertThat(workshop(plain).rowsAfterSending(3)).isEqualTo(1);
        Await.until("it is handled", () -> !workshop(plain).handled().isEmpty());
    }

    @Test
    void sendingWithoutATransactionThatWouldCommitItIsRefused() {
        OutboxTemplate outbox = plain.getBean(OutboxTemplate.class);
        assertThatThrownBy(() -> outbox.send("Repair", 1, "never"))
                .isInstanceOf(IllegalTransactionStateException.class)
                .hasMessageContaining("annotate the calling method with @Transactional");
        assertThatThrownBy(workshop(plain)::sendReadOnly).hasMessageContaining("read-only transaction");
    }

    @Test
    void anEventThatNoMethodTakesIsAbortedAndSaysWhy() {
        workshop(plain).send(new Workshop.RepairLost(1));
        Outbox outbox = plain.getBean(Outbox.class);
        // The catch-all method takes any type that no other does, but only as a text.
        Await.until("it is handled", () -> !workshop(plain).handled().isEmpty());
        assertThat(workshop(plain).handled()).containsExactly("{\"repair\":1}");
        inTransaction(plain, "Bicycle");
        List<AbortedEvent> aborted = Await.present("it is aborted", () -> {
            try {
                List<AbortedEvent> events = outbox.admin().aborted(10);
                return events.isEmpty() ? Optional.empty() : Optional.of(events);
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(aborted)
                .singleElement()
                .satisfies(event -> assertThat(event.error())
                        .contains("no @OutboxHandler method takes events of Bicycle without a type"));
    }

    private static void inTransaction(ConfigurableApplicationContext application, String entityName) {
        new TransactionTemplate(application.getBean(PlatformTransactionManager.class))
                .executeWithoutResult(
                        status -> application.getBean(OutboxTemplate.class).send(entityName, 1, "x"));
    }

    /** A method for events that another method handles. */
    static class Twice {
        @OutboxHandler("Repair")
        void again(Workshop.RepairDone done) {
            throw new AssertionError(done);
        }
    }

    @Test
    void twoMethodsForTheSameEventsAreRefusedAtTheStart() {
        assertThatThrownBy(() -> start(Twice.class))
                .rootCause()
                .hasMessageContaining("both handle RepairDone events of Repair")
                .hasMessageContaining("Twice.again");
    }

    /** A method that takes something else. */
    static class Wrong {
        @OutboxHandler("Bicycle")
        void nothing() {}
    }

    @Test
    void aMethodWithoutAParameterIsRefusedAtTheStart() {
        assertThatThrownBy(() -> start(Wrong.class))
                .rootCause()
                .hasMessageEndingWith("Wrong.nothing must take the payload, the Event, or both");
    }

    /** A handling of its own. */
    static class Own {
        @Bean
        HandlingMode handling() {
            return HandlingMode.each((Event event) -> {});
        }
    }

    @Test
    void annotatedMethodsAndAHandlingModeExcludeEachOther() {
        assertThatThrownBy(() -> start(Own.class)).rootCause().hasMessageContaining("an application has one of both");
    }

    @Test
    void anInstanceThatDoesNotProcessStillSends() throws Exception {
        try (ConfigurableApplicationContext application =
                start(Plain.class, "divvy.outbox.processor.enabled=false", "divvy.outbox.table=repair_events")) {
            workshop(application).send("kept");
            assertThat(application.getBean(OutboxProcessor.class).processor()).isEmpty();
            Outbox outbox = application.getBean(Outbox.class);
            assertThat(outbox.settings().table()).isEqualTo("repair_events");
            assertThat(outbox.admin().backlog().pending()).isEqualTo(1);
        }
    }

    @Test
    void disabledItIsNotThere() {
        assertThatThrownBy(() -> start(Plain.class, "divvy.outbox.enabled=false"))
                .hasMessageContaining("OutboxTemplate");
    }

    @Test
    void metricsCountWhatWasHandled() {
        MeterRegistry registry = plain.getBean(MeterRegistry.class);
        assertThat(plain.getBean(OutboxMetrics.class)).isNotNull();
        workshop(plain).send("one");
        Await.until(
                "it is counted",
                () -> registry.get("divvy.outbox.completed.events")
                                .functionCounter()
                                .count()
                        >= 1);
        assertThat(registry.get("divvy.outbox.tokens").gauge().value()).isEqualTo(256);
        assertThat(registry.get("divvy.outbox.lease.seconds").gauge().value()).isPositive();
        Await.until(
                "none is pending",
                () -> registry.get("divvy.outbox.pending").gauge().value() == 0);
    }

    @Test
    void everyPropertyIsExplainedToEditors() throws Exception {
        try (InputStream metadata = Objects.requireNonNull(
                OutboxProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json"))) {
            String text = new String(metadata.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text)
                    .contains(
                            "\"divvy.outbox.create-tables\"",
                            "\"divvy.outbox.processor.retry-delay\"",
                            "how long a running handler may go on");
        }
    }
}

package dev.divvy.spring.workshop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.AfterLastAttempt;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.spring.outbox.OutboxProcessor;
import dev.divvy.spring.outbox.OutboxTemplate;
import dev.divvy.testservers.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application that changes its processor by properties and beans; and what its health says of the processor. */
class ProcessorBeansTest {

    private static final int TOKENS = 64;

    private static ConfigurableApplicationContext application;

    /** Changes the settings, and is told of events that were given up. */
    static class Changes {

        private final Queue<ProcessorSettings> settings = new ConcurrentLinkedQueue<>();
        private final Queue<String> givenUp = new ConcurrentLinkedQueue<>();

        @Bean
        OutboxProcessor.Customizer customizer() {
            return bound -> {
                settings.add(bound);
                return bound.withAbortListener((event, error) -> note("customizer", event));
            };
        }

        @Bean
        OutboxProcessor.AbortListener abortListener() {
            return (event, error) -> note("listener", event);
        }

        private void note(String who, Event event) {
            givenUp.add(who + " " + event.entityName() + " " + event.entityId());
        }
    }

    @BeforeAll
    static void start() {
        application = new SpringApplicationBuilder(Workshop.class, Changes.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                        "spring.datasource.hikari.connection-timeout=250",
                        "spring.jpa.hibernate.ddl-auto=create",
                        "spring.main.banner-mode=off",
                        "logging.level.root=ERROR",
                        "divvy.outbox.tokens=" + TOKENS,
                        "divvy.outbox.expiration=2s",
                        "divvy.outbox.processor.attempts=1",
                        "divvy.outbox.processor.after-last-attempt=hold-entity",
                        "divvy.outbox.processor.stalled-after=1s",
                        "divvy.outbox.processor.only-tokens=0-63")
                .run("--spring.config.name=workshop", "--spring.sql.init.mode=never");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static Processor processor() {
        return application.getBean(OutboxProcessor.class).processor().orElseThrow();
    }

    /** Returns the status of the processor's health and its details. The class differs between Spring Boot 3 and 4. */
    private static String health() {
        Object indicator = application.getBean("outboxHealthIndicator");
        try {
            return indicator.getClass().getMethod("health").invoke(indicator).toString();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the health cannot be asked", e);
        }
    }

    private static void awaitHealth(String status, String... details) {
        Await.until(status + " with " + List.of(details), () -> {
            String health = health();
            return health.startsWith(status + " ") && List.of(details).stream().allMatch(health::contains);
        });
    }

    @Test
    void propertiesAndCustomizersReachTheProcessor() {
        assertThat(application.getBean(Changes.class).settings).singleElement().satisfies(bound -> {
            assertThat(bound.afterLastAttempt()).isEqualTo(AfterLastAttempt.HOLD_ENTITY);
            assertThat(bound.stalledAfter()).isEqualTo(Duration.ofSeconds(1));
            assertThat(bound.pieces()).contains("0-63");
        });
        assertThat(application.getBean(Outbox.class).settings().tokens()).isEqualTo(TOKENS);
        awaitHealth("UP", "processing=true", "state=RUNNING", "heldTokens=" + TOKENS);
    }

    @Test
    void afterItsLastAttemptAnEventHoldsItsEntityAndListenersAreCalled() throws Exception {
        OutboxTemplate template = application.getBean(OutboxTemplate.class);
        new TransactionTemplate(application.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            template.send("Bicycle", 1, "no method takes it");
            template.send("Bicycle", 1, "waits for it");
        });
        Queue<String> givenUp = application.getBean(Changes.class).givenUp;
        Await.until("the listeners are called", () -> givenUp.size() == 2);
        assertThat(givenUp).containsExactly("customizer Bicycle 1", "listener Bicycle 1");
        Outbox outbox = application.getBean(Outbox.class);
        assertThat(outbox.admin().backlog().held()).isEqualTo(1);
        assertThat(outbox.admin().backlog().pending()).isEqualTo(1);
        awaitHealth("UP", "oldestSeconds=");
    }

    @Test
    void healthNamesAStallAndASuspension() throws Exception {
        awaitHealth("UP", "heldTokens=" + TOKENS);
        processor().suspend();
        awaitHealth("UP", "state=SUSPENDED", "heldTokens=0", "suspended=the application suspended it");
        processor().resume();
        processor().membership().operator().suspend().get();
        awaitHealth("UP", "heldTokens=0", "suspended=an operator suspended the group");
        processor().membership().operator().resume().get();
        processor().membership().operator().drain(processor().membership().id()).get();
        awaitHealth("UP", "heldTokens=0", "suspended=an operator drained it");
        processor()
                .membership()
                .operator()
                .undrain(processor().membership().id())
                .get();
        awaitHealth("UP", "heldTokens=" + TOKENS);
        List<Connection> taken = allConnections();
        try {
            awaitHealth("OUT_OF_SERVICE", "problem=it made no progress for too long");
        } finally {
            for (Connection connection : taken) {
                connection.close();
            }
        }
        awaitHealth("UP", "heldTokens=" + TOKENS);
    }

    /** Takes what is left of the pool: the heartbeat has a connection of its own. */
    private static List<Connection> allConnections() {
        DataSource pool = application.getBean(DataSource.class);
        List<Connection> taken = new ArrayList<>();
        try {
            while (true) {
                taken.add(pool.getConnection());
            }
        } catch (SQLException e) {
            return taken;
        }
    }
}

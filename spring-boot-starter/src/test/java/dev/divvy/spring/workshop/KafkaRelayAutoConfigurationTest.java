package dev.divvy.spring.workshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.divvy.kafka.KafkaRelay;
import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.event.Backlog;
import dev.divvy.spring.outbox.OutboxProcessor;
import dev.divvy.spring.outbox.OutboxTemplate;
import dev.divvy.testservers.Await;
import dev.divvy.testservers.net.Ports;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application that relays its events to Kafka, set up by properties alone. */
@ExtendWith(OutputCaptureExtension.class)
class KafkaRelayAutoConfigurationTest {

    /** Has no handlers of its own. */
    @EnableAutoConfiguration
    static class Shop {}

    private static ConfigurableApplicationContext start(String... properties) {
        return new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                        "spring.main.banner-mode=off",
                        "logging.level.root=ERROR",
                        "logging.level.dev.divvy=WARN")
                .properties(properties)
                .run("--spring.config.name=shop", "--spring.sql.init.mode=never");
    }

    @Test
    void withoutATopicThereIsNoRelay() {
        try (ConfigurableApplicationContext application = start()) {
            assertThat(application.getBeansOfType(KafkaRelay.class)).isEmpty();
            assertThat(application.getBean(OutboxProcessor.class).processor()).isEmpty();
        }
    }

    @Test
    void aTopicWithoutAddressesIsRefusedAtTheStart() {
        assertThatThrownBy(() -> start("divvy.outbox.kafka.topic=orders"))
                .rootCause()
                .hasMessage(
                        "divvy.outbox.kafka.topic is set, and no address of Kafka: set divvy.outbox.kafka.servers or"
                                + " spring.kafka.bootstrap-servers");
    }

    @Test
    void aSettingThatKafkaRefusesIsNamedAtTheStart() {
        assertThatThrownBy(() -> start(
                        "divvy.outbox.kafka.topic=orders",
                        "divvy.outbox.kafka.servers=127.0.0.1:9092",
                        "divvy.outbox.kafka.properties[linger.ms]=soon"))
                .hasStackTraceContaining("linger.ms");
    }

    @Test
    void whileKafkaIsAwayEventsWaitAndNoneHasFailed(CapturedOutput output) throws Exception {
        String nobody = "127.0.0.1:" + Ports.free();
        try (ConfigurableApplicationContext application = start(
                "divvy.outbox.kafka.topic={name}-events",
                "spring.kafka.bootstrap-servers[0]=" + nobody,
                "divvy.outbox.kafka.properties[delivery.timeout.ms]=700",
                "divvy.outbox.kafka.properties[request.timeout.ms]=500",
                "divvy.outbox.kafka.properties[max.block.ms]=500",
                "divvy.outbox.processor.attempts=1")) {
            new TransactionTemplate(application.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(
                            status -> application.getBean(OutboxTemplate.class).send("Order", 1, "paid"));
            Await.until(
                    "the log says why nothing is sent", () -> output.getOut().contains("is not available"));
            Backlog backlog = application.getBean(Outbox.class).admin().backlog();
            assertThat(backlog.pending()).isEqualTo(1);
            assertThat(backlog.aborted()).isZero();
        }
    }
}

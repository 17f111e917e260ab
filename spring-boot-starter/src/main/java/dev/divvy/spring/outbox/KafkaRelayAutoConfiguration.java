package dev.divvy.spring.outbox;

import dev.divvy.kafka.KafkaRelay;
import dev.divvy.outbox.event.HandlingMode;
import java.util.List;
import java.util.Objects;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Relays the events of the outbox to Kafka, where {@code divvy.outbox.kafka.topic} says to which topic. */
@AutoConfiguration(before = OutboxAutoConfiguration.class)
@ConditionalOnClass(KafkaRelay.class)
@ConditionalOnProperty("divvy.outbox.kafka.topic")
@EnableConfigurationProperties(KafkaRelayProperties.class)
public class KafkaRelayAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    KafkaRelay outboxKafkaRelay(KafkaRelayProperties properties, Environment environment) {
        List<String> shared = Binder.get(environment)
                .bind("spring.kafka.bootstrap-servers", Bindable.listOf(String.class))
                .orElse(List.of());
        String topic = Objects.requireNonNull(properties.topic(), "topic");
        return KafkaRelay.of(properties.producer(shared), KafkaRelay.topicTemplate(topic));
    }

    @Bean
    @ConditionalOnMissingBean
    HandlingMode outboxHandling(KafkaRelay relay) {
        return relay.handling();
    }
}

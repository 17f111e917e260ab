package dev.divvy.spring.outbox.actuator;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.metrics.OutboxMetrics;
import dev.divvy.spring.outbox.OutboxAutoConfiguration;
import dev.divvy.spring.outbox.OutboxProcessor;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health, metrics and the endpoint of the outbox, where the application has Actuator. */
@AutoConfiguration(after = OutboxAutoConfiguration.class)
@ConditionalOnBean(Outbox.class)
class OutboxActuatorAutoConfiguration {

    /** The health of Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    @ConditionalOnProperty(name = "management.health.outbox.enabled", matchIfMissing = true)
    static class Boot3Health {
        @Bean
        @ConditionalOnMissingBean(name = "outboxHealthIndicator")
        Boot3HealthIndicator outboxHealthIndicator(Outbox outbox, OutboxProcessor processor) {
            return new Boot3HealthIndicator(outbox, processor);
        }
    }

    /** The health of Spring Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    @ConditionalOnProperty(name = "management.health.outbox.enabled", matchIfMissing = true)
    static class Boot4Health {
        @Bean
        @ConditionalOnMissingBean(name = "outboxHealthIndicator")
        Boot4HealthIndicator outboxHealthIndicator(Outbox outbox, OutboxProcessor processor) {
            return new Boot4HealthIndicator(outbox, processor);
        }
    }

    /** The endpoint. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    static class Endpoint {
        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint(endpoint = OutboxEndpoint.class)
        OutboxEndpoint outboxEndpoint(Outbox outbox, OutboxProcessor processor) {
            return new OutboxEndpoint(outbox, processor);
        }
    }

    /** The metrics. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Metrics {
        @Bean
        @ConditionalOnMissingBean
        OutboxMetrics outboxMetrics(Outbox outbox, OutboxProcessor processor) {
            return new OutboxMetrics(outbox, processor::processor);
        }
    }
}

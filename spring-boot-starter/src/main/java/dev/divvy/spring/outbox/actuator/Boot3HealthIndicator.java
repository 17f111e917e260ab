package dev.divvy.spring.outbox.actuator;

import dev.divvy.spring.outbox.OutboxProcessor;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/** The health of the processor, for Spring Boot 3. */
final class Boot3HealthIndicator extends AbstractHealthIndicator {

    private final OutboxProcessor processor;

    Boot3HealthIndicator(OutboxProcessor processor) {
        this.processor = processor;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        OutboxHealth health = OutboxHealth.of(processor);
        builder.up().withDetails(health.details());
        health.problem().ifPresent(problem -> builder.down().withDetail("problem", problem));
    }
}

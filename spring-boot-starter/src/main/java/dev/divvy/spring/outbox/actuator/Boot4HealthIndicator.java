package dev.divvy.spring.outbox.actuator;

import dev.divvy.spring.outbox.OutboxProcessor;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** The health of the processor, for Spring Boot 4. */
final class Boot4HealthIndicator extends AbstractHealthIndicator {

    private final OutboxProcessor processor;

    Boot4HealthIndicator(OutboxProcessor processor) {
        this.processor = processor;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        OutboxHealth health = OutboxHealth.of(processor);
        builder.up().withDetails(health.details());
        health.problem().ifPresent(problem -> builder.down().withDetail("problem", problem));
    }
}

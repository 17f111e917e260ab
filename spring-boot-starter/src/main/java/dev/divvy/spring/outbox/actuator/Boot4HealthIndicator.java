package dev.divvy.spring.outbox.actuator;

import dev.divvy.outbox.Outbox;
import dev.divvy.spring.outbox.OutboxProcessor;
import java.sql.SQLException;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** The health of the processor, for Spring Boot 4. */
final class Boot4HealthIndicator extends AbstractHealthIndicator {

    private final Outbox outbox;
    private final OutboxProcessor processor;

    Boot4HealthIndicator(Outbox outbox, OutboxProcessor processor) {
        this.outbox = outbox;
        this.processor = processor;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws SQLException {
        OutboxHealth health = OutboxHealth.of(outbox, processor);
        builder.status(health.condition().name()).withDetails(health.details());
    }
}

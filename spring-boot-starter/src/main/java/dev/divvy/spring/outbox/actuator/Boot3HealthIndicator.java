package dev.divvy.spring.outbox.actuator;

import dev.divvy.outbox.Outbox;
import dev.divvy.spring.outbox.OutboxProcessor;
import java.sql.SQLException;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/** The health of the processor, for Spring Boot 3. */
final class Boot3HealthIndicator extends AbstractHealthIndicator {

    private final Outbox outbox;
    private final OutboxProcessor processor;

    Boot3HealthIndicator(Outbox outbox, OutboxProcessor processor) {
        this.outbox = outbox;
        this.processor = processor;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws SQLException {
        OutboxHealth health = OutboxHealth.of(outbox, processor);
        builder.status(health.condition().name()).withDetails(health.details());
    }
}

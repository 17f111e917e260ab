package dev.divvy.spring.workshop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.divvy.outbox.event.Event;
import dev.divvy.spring.outbox.OutboxHandler;
import dev.divvy.spring.outbox.OutboxTemplate;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with tracing: by Brave on Spring Boot 3, by OpenTelemetry on Spring Boot 4. */
class TracingTest {

    /** What a handler saw. */
    private record Seen(String traceparent, Span span) {}

    @EnableAutoConfiguration
    static class Traced {

        private final Tracer tracer;
        private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();

        Traced(Tracer tracer) {
            this.tracer = tracer;
        }

        @OutboxHandler("Order")
        void on(String payload, Event event) {
            seen.add(new Seen(
                    event.headers().getOrDefault("traceparent", "none"), Objects.requireNonNull(tracer.currentSpan())));
        }
    }

    @Test
    @SuppressWarnings("try") // the scope is closed, and nothing else
    void aHandlerContinuesTheTraceOfTheProducer() throws Exception {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Traced.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                        "spring.main.banner-mode=off",
                        // A span that is not sampled does not know its parent.
                        "management.tracing.sampling.probability=1",
                        "logging.level.root=WARN")
                .run("--spring.config.name=traced", "--spring.sql.init.mode=never")) {
            Tracer tracer = application.getBean(Tracer.class);
            Span span = tracer.nextSpan().name("order").start();
            try (Tracer.SpanInScope ignored = tracer.withSpan(span)) {
                new TransactionTemplate(application.getBean(PlatformTransactionManager.class))
                        .executeWithoutResult(status ->
                                application.getBean(OutboxTemplate.class).send("Order", 1, "paid"));
            } finally {
                span.end();
            }
            Seen seen = application.getBean(Traced.class).seen.poll(60, TimeUnit.SECONDS);
            assertThat(seen).isNotNull();
            assertThat(seen.traceparent()).contains(span.context().traceId());
            assertThat(seen.span().context().traceId()).isEqualTo(span.context().traceId());
            assertThat(seen.span().context().parentId())
                    .isEqualTo(span.context().spanId());
        }
    }
}

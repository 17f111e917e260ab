package dev.divvy.spring.outbox;

import dev.divvy.outbox.event.HandlingMode;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Continues traces, where the application has set up tracing. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = {"io.micrometer.tracing.Tracer", "io.micrometer.tracing.propagation.Propagator"})
@ConditionalOnBean(type = {"io.micrometer.tracing.Tracer", "io.micrometer.tracing.propagation.Propagator"})
class OutboxTracing {

    @Bean
    OutboxAutoConfiguration.Tracing outboxTracing(Tracer tracer, Propagator propagator) {
        TraceHeaders headers = new TraceHeaders(tracer, propagator);
        return new OutboxAutoConfiguration.Tracing() {
            @Override
            public Map<String, String> headers() {
                return headers.get();
            }

            @Override
            public HandlingMode.EventHandler traced(HandlingMode.EventHandler handler) {
                return headers.traced(handler);
            }
        };
    }
}

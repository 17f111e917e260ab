package dev.divvy.spring.outbox;

import dev.divvy.outbox.event.HandlingMode;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Carries the trace of a producer to the handler of its event, by the tracing that the application has set up. */
final class TraceHeaders implements Supplier<Map<String, String>> {

    private final Tracer tracer;
    private final Propagator propagator;

    TraceHeaders(Tracer tracer, Propagator propagator) {
        this.tracer = tracer;
        this.propagator = propagator;
    }

    /** Returns the headers of the current trace; none outside of a trace. */
    @Override
    public Map<String, String> get() {
        TraceContext context = tracer.currentTraceContext().context();
        if (context == null) {
            return Map.of();
        }
        Map<String, String> headers = new LinkedHashMap<>();
        propagator.inject(context, headers, (carrier, name, value) -> {
            if (carrier != null) {
                carrier.put(name, value);
            }
        });
        return headers;
    }

    /** Returns a handler that continues the trace of each event. */
    @SuppressWarnings("try") // the scope is closed, and nothing else
    HandlingMode.EventHandler traced(HandlingMode.EventHandler handler) {
        return event -> {
            Span span = propagator
                    .extract(event.headers(), (Map<String, String> headers, String name) -> headers.get(name))
                    .kind(Span.Kind.CONSUMER)
                    .name("outbox " + event.entityName())
                    .start();
            try (Tracer.SpanInScope ignored = tracer.withSpan(span)) {
                handler.handle(event);
            } catch (Exception | Error e) {
                span.error(e);
                throw e;
            } finally {
                span.end();
            }
        };
    }
}

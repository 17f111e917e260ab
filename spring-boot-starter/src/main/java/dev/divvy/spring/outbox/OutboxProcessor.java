package dev.divvy.spring.outbox;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.ProcessorSettings;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * The processor of this application: starts after all other beans, and stops before the web server, so that the requests of the last moment
 * still send their events.
 */
public final class OutboxProcessor implements SmartLifecycle {

    /** A bean that changes the settings of the processor after the properties; several are applied in their order. */
    @FunctionalInterface
    public interface Customizer {
        ProcessorSettings customize(ProcessorSettings settings);
    }

    /**
     * A bean that is called after each event that this instance has given up, with the error of its last attempt; several are called in their
     * order. See {@link ProcessorSettings#withAbortListener}.
     */
    @FunctionalInterface
    public interface AbortListener {
        void aborted(Event event, Throwable error);
    }

    /** Beans of higher phases start later and stop earlier: message listeners stop before it, the web server stops after it. */
    private static final int PHASE = DEFAULT_PHASE - 512;

    private final Outbox outbox;
    private final OutboxProperties.Processor properties;
    private final Supplier<ProcessorSettings> settings;
    private final Supplier<Optional<HandlingMode>> handling;

    private volatile @Nullable Processor processor;

    /**
     * @param settings asked at the start, when all beans exist, like the handling
     * @param handling how events are handled; empty if this application only sends
     */
    OutboxProcessor(
            Outbox outbox,
            OutboxProperties.Processor properties,
            Supplier<ProcessorSettings> settings,
            Supplier<Optional<HandlingMode>> handling) {
        this.outbox = outbox;
        this.properties = properties;
        this.settings = settings;
        this.handling = handling;
    }

    /** Returns the running processor; empty if it does not run, or this application only sends. */
    public Optional<Processor> processor() {
        return Optional.ofNullable(processor);
    }

    @Override
    public void start() {
        if (processor == null && properties.enabled()) {
            handling.get().ifPresent(mode -> processor = outbox.process(id(), settings.get(), mode));
        }
    }

    private String id() {
        return properties.id() == null ? ProcessNames.unique() : properties.id();
    }

    @Override
    public void stop() {
        Processor running = processor;
        processor = null;
        if (running != null) {
            running.close();
        }
    }

    @Override
    public boolean isRunning() {
        return processor != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}

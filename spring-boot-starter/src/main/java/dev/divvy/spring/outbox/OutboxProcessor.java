package dev.divvy.spring.outbox;

import dev.divvy.outbox.Outbox;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.HandlingMode;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * The processor of this application: starts after all other beans, and stops before the web server, so that the requests of the last moment
 * still send their events.
 */
public final class OutboxProcessor implements SmartLifecycle {

    /** Before the web server and the message listeners stop, which have higher phases than the default beans. */
    private static final int PHASE = DEFAULT_PHASE - 512;

    private final Outbox outbox;
    private final OutboxProperties.Processor properties;
    private final Supplier<Optional<HandlingMode>> handling;

    private volatile @Nullable Processor processor;

    /** @param handling how events are handled; empty if this application only sends */
    OutboxProcessor(Outbox outbox, OutboxProperties.Processor properties, Supplier<Optional<HandlingMode>> handling) {
        this.outbox = outbox;
        this.properties = properties;
        this.handling = handling;
    }

    /** Returns the running processor; empty if it does not run, or this application only sends. */
    public Optional<Processor> processor() {
        return Optional.ofNullable(processor);
    }

    @Override
    public void start() {
        if (processor == null && properties.enabled()) {
            handling.get().ifPresent(mode -> processor = outbox.process(id(), properties.settings(), mode));
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

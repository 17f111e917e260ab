package dev.divvy.spring.outbox;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.HandlingMode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Passes each event to the method that handles its entity and type. */
final class HandlerMethods implements HandlingMode.EventHandler {

    /** Stands for all types that no method names. */
    private static final String OTHERS = "";

    private record Key(String entityName, String type) {}

    private final Map<Key, HandlerMethod> methods = new HashMap<>();

    HandlerMethods(Collection<HandlerMethod> handlers) {
        for (HandlerMethod handler : handlers) {
            List<String> types = handler.types().isEmpty() ? List.of(OTHERS) : handler.types();
            for (String type : types) {
                HandlerMethod other = methods.put(new Key(handler.entityName(), type), handler);
                if (other != null) {
                    throw new IllegalStateException(handler + " and "
                            + other.toString().replace("the @OutboxHandler method ", "") + " both handle "
                            + (type.isEmpty() ? "all other" : type) + " events of " + handler.entityName());
                }
            }
        }
    }

    boolean isEmpty() {
        return methods.isEmpty();
    }

    @Override
    public void handle(Event event) throws Exception {
        HandlerMethod handler = methods.get(new Key(event.entityName(), event.type()));
        @Nullable HandlerMethod chosen = handler == null ? methods.get(new Key(event.entityName(), OTHERS)) : handler;
        if (chosen == null) {
            throw new UnhandledEventException(event);
        }
        chosen.handle(event);
    }
}

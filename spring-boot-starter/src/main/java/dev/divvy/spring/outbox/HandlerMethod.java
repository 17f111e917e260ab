package dev.divvy.spring.outbox;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.event.Payload;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import org.springframework.util.ReflectionUtils;

/** A method that handles events. */
final class HandlerMethod {

    private final Object bean;
    private final Method method;
    private final OutboxHandler annotation;
    private final EventSerializer serializer;

    HandlerMethod(Object bean, Method method, OutboxHandler annotation, EventSerializer serializer) {
        this.bean = bean;
        this.method = method;
        this.annotation = annotation;
        this.serializer = serializer;
        List<Class<?>> parameters = List.of(method.getParameterTypes());
        long events = parameters.stream().filter(Event.class::equals).count();
        if (parameters.isEmpty() || events > 1 || parameters.size() - events > 1) {
            throw new IllegalStateException(this + " must take the payload, the Event, or both");
        }
        ReflectionUtils.makeAccessible(method);
    }

    String entityName() {
        return annotation.value();
    }

    /** Returns the types of the events that it handles; empty if it handles all that no other method does. */
    List<String> types() {
        if (annotation.types().length > 0) {
            return List.of(annotation.types());
        }
        for (Class<?> parameter : method.getParameterTypes()) {
            if (parameter != Event.class && !EventTypes.isRaw(parameter)) {
                return List.of(EventTypes.nameOf(parameter));
            }
        }
        return List.of();
    }

    void handle(Event event) throws Exception {
        Class<?>[] classes = method.getParameterTypes();
        Type[] types = method.getGenericParameterTypes();
        Object[] arguments = new Object[classes.length];
        for (int i = 0; i < classes.length; i++) {
            arguments[i] = classes[i] == Event.class ? event : payload(event.payload(), classes[i], types[i]);
        }
        try {
            method.invoke(bean, arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            if (cause instanceof Error error) {
                throw error;
            }
            throw cause instanceof Exception exception ? exception : e;
        }
    }

    private Object payload(Payload payload, Class<?> as, Type type) {
        if (as == Payload.class) {
            return payload;
        }
        if (as == byte[].class) {
            return payload.bytes();
        }
        return as == String.class ? payload.text() : serializer.read(payload.bytes(), type);
    }

    @Override
    public String toString() {
        return "the @OutboxHandler method " + method.getDeclaringClass().getName() + "." + method.getName();
    }
}

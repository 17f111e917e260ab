package dev.divvy.coordination.support;

import dev.divvy.coordination.Subscription;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Change listeners, by topic. An exception of one listener is logged; the others are still called. */
public final class ChangeListeners<T> {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeListeners.class);

    private record Listener<T>(T topic, Consumer<? super T> changed) {}

    private final Map<Object, Listener<T>> listeners = new ConcurrentHashMap<>();

    /** Adds a listener. Closing the subscription removes it; closing twice has no further effect. */
    public Subscription add(T topic, Runnable changed) {
        return add(topic, unused -> changed.run());
    }

    /** As {@link #add(Object, Runnable)}, for a listener that is told the topic that changed. */
    public Subscription add(T topic, Consumer<? super T> changed) {
        Object key = new Object();
        listeners.put(key, new Listener<>(topic, changed));
        return () -> listeners.remove(key);
    }

    public Set<T> topics() {
        return listeners.values().stream().map(Listener::topic).collect(Collectors.toUnmodifiableSet());
    }

    public boolean isEmpty() {
        return listeners.isEmpty();
    }

    /** Calls the listeners of this topic on the calling thread. */
    public void changed(T topic) {
        changedWhere(topic::equals);
    }

    /** Calls the listeners of every topic that matches, on the calling thread. */
    public void changedWhere(Predicate<? super T> topics) {
        listeners.values().stream()
                .filter(listener -> topics.test(listener.topic()))
                .forEach(listener -> call(listener, listener.topic()));
    }

    /** Calls the listeners of every topic that matches, on the calling thread, and tells them this topic. */
    public void changed(T topic, Predicate<? super T> topics) {
        listeners.values().stream()
                .filter(listener -> topics.test(listener.topic()))
                .forEach(listener -> call(listener, topic));
    }

    private static <T> void call(Listener<T> listener, T topic) {
        try {
            listener.changed().accept(topic);
        } catch (RuntimeException e) {
            LOG.warn("a change listener of {} failed", listener.topic(), e);
        }
    }
}

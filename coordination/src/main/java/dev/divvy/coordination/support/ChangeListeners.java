package dev.divvy.coordination.support;

import dev.divvy.coordination.Subscription;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Change listeners, by topic. An exception of one listener is logged; the others are still called. */
public final class ChangeListeners<T> {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeListeners.class);

    private record Listener<T>(T topic, Runnable changed) {}

    private final Map<Object, Listener<T>> listeners = new ConcurrentHashMap<>();

    /** Adds a listener. Closing the subscription removes it; closing twice has no further effect. */
    public Subscription add(T topic, Runnable changed) {
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
        for (Listener<T> listener : listeners.values()) {
            if (topics.test(listener.topic())) {
                try {
                    listener.changed().run();
                } catch (RuntimeException e) {
                    LOG.warn("a change listener of {} failed", listener.topic(), e);
                }
            }
        }
    }
}

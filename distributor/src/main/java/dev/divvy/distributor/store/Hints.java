package dev.divvy.distributor.store;

import dev.divvy.coordination.Subscription;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Those who want a hint. */
final class Hints {

    private final Map<Object, Runnable> listeners = new ConcurrentHashMap<>();

    Subscription add(Runnable listener) {
        Object key = new Object();
        listeners.put(key, listener);
        return () -> listeners.remove(key);
    }

    void give(boolean reason) {
        if (reason) {
            listeners.values().forEach(Runnable::run);
        }
    }
}

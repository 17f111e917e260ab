package dev.divvy.boardpeers;

import dev.divvy.coordination.Subscription;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who wants to be told of changes, by group; they are told on one thread, and once for what came while they were being told. */
final class Hints {

    private static final Logger LOG = LoggerFactory.getLogger(Hints.class);

    private final ExecutorService teller;
    private final Map<Object, Listener> listeners = new ConcurrentHashMap<>();
    private final Set<String> rung = ConcurrentHashMap.newKeySet();

    private record Listener(String group, Runnable changed) {}

    Hints(ExecutorService teller) {
        this.teller = teller;
    }

    Subscription add(String group, Runnable changed) {
        Object key = new Object();
        listeners.put(key, new Listener(group, changed));
        return () -> listeners.remove(key);
    }

    void changed(String group) {
        if (rung.add(group)) {
            try {
                teller.execute(() -> tell(group));
            } catch (RejectedExecutionException e) {
                rung.remove(group); // the mesh is being closed
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a listener must not end the hints of the others
    private void tell(String group) {
        rung.remove(group);
        for (Listener listener : listeners.values()) {
            if (listener.group().equals(group)) {
                try {
                    listener.changed().run();
                } catch (RuntimeException e) {
                    LOG.warn("a listener to changes of {} failed", group, e);
                }
            }
        }
    }
}

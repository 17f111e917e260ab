package dev.divvy.boardpeers;

import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.support.ChangeListeners;
import dev.divvy.coordination.support.DaemonThreads;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the listeners of a group on a thread of its own, once for all changes that arrive before the call begins, and those of heals. */
final class ChangeNotifier implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeNotifier.class);

    private final ChangeListeners<String> listeners = new ChangeListeners<>();
    private final Map<Object, Consumer<Heal>> healListeners = new ConcurrentHashMap<>();

    /** The groups whose listeners are about to be called. */
    private final Set<String> pending = ConcurrentHashMap.newKeySet();

    private final ExecutorService thread;

    ChangeNotifier(String name) {
        this.thread = Executors.newSingleThreadExecutor(DaemonThreads.named(name));
    }

    Subscription add(String group, Runnable changed) {
        return listeners.add(group, changed);
    }

    void changed(String group) {
        if (pending.add(group)) {
            execute(() -> notifyListeners(group));
        }
    }

    private void execute(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the mesh is being closed: its listeners are not called any more");
        }
    }

    Subscription addHealListener(Consumer<Heal> listener) {
        Object key = new Object();
        healListeners.put(key, listener);
        return () -> healListeners.remove(key);
    }

    void healed(Heal heal) {
        healListeners.values().forEach(listener -> execute(() -> notifyOfHeal(listener, heal)));
    }

    private static void notifyOfHeal(Consumer<Heal> listener, Heal heal) {
        try {
            listener.accept(heal);
        } catch (RuntimeException e) {
            LOG.warn("a listener of heals failed", e);
        }
    }

    private void notifyListeners(String group) {
        pending.remove(group);
        listeners.changed(group);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

package dev.divvy.boardpeers;

import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.support.ChangeListeners;
import dev.divvy.coordination.support.DaemonThreads;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** Calls the listeners of a group on a thread of its own, once for all changes that arrive before the call begins. */
final class ChangeNotifier implements AutoCloseable {

    private final ChangeListeners<String> listeners = new ChangeListeners<>();

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
            try {
                thread.execute(() -> notifyListeners(group));
            } catch (RejectedExecutionException e) {
                pending.remove(group); // the mesh is being closed
            }
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

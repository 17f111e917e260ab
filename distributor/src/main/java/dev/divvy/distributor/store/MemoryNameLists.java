package dev.divvy.distributor.store;

import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.support.ChangeListeners;
import dev.divvy.distributor.NameLists;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists of names in memory. */
final class MemoryNameLists implements NameLists {

    private static final String CHANGES = "the lists";

    /** One topic for all lists: a hint does not say which list changed. */
    private final ChangeListeners<String> listeners = new ChangeListeners<>();

    /** Guarded by this. */
    private final Map<String, List<String>> lists = new HashMap<>();

    @Override
    public synchronized List<String> read(String namespace) {
        return List.copyOf(lists.getOrDefault(namespace, List.of()));
    }

    @Override
    public int add(String namespace, Collection<String> names) {
        int added;
        synchronized (this) {
            List<String> list = lists.computeIfAbsent(namespace, name -> new ArrayList<>());
            Set<String> missing = new LinkedHashSet<>(names);
            missing.removeAll(new HashSet<>(list));
            list.addAll(missing);
            added = missing.size();
        }
        if (added > 0) {
            listeners.changed(CHANGES);
        }
        return added;
    }

    @Override
    public int remove(String namespace, Collection<String> names) {
        Set<String> found = new HashSet<>(names);
        synchronized (this) {
            List<String> list = lists.getOrDefault(namespace, new ArrayList<>());
            found.retainAll(new HashSet<>(list));
            list.removeIf(found::contains);
        }
        if (!found.isEmpty()) {
            listeners.changed(CHANGES);
        }
        return found.size();
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return listeners.add(CHANGES, changed);
    }
}

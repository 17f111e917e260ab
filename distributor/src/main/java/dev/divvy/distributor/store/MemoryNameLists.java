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

/** Lists of names in this process. */
final class MemoryNameLists implements NameLists {

    private static final String CHANGES = "the lists";

    /** One topic for all lists: a hint says only that something changed. */
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
            Set<String> fresh = new LinkedHashSet<>(names);
            fresh.removeAll(new HashSet<>(list));
            list.addAll(fresh);
            added = fresh.size();
        }
        if (added > 0) {
            listeners.changed(CHANGES);
        }
        return added;
    }

    @Override
    public int remove(String namespace, Collection<String> names) {
        Set<String> there = new HashSet<>(names);
        synchronized (this) {
            List<String> list = lists.getOrDefault(namespace, new ArrayList<>());
            there.retainAll(new HashSet<>(list));
            list.removeIf(there::contains);
        }
        if (!there.isEmpty()) {
            listeners.changed(CHANGES);
        }
        return there.size();
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return listeners.add(CHANGES, changed);
    }
}

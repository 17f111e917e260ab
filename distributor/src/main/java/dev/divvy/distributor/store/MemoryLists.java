package dev.divvy.distributor.store;

import dev.divvy.coordination.Subscription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists of names in this process. */
final class MemoryLists implements NameLists {

    private final Hints hints = new Hints();

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
        hints.give(added > 0);
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
        hints.give(!there.isEmpty());
        return there.size();
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return hints.add(changed);
    }
}

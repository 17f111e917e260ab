package dev.divvy.cache.command.ground;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The connections of a node. */
public final class Sessions {

    private final ConcurrentHashMap<Long, Session> byId = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();

    public long nextId() {
        return lastId.incrementAndGet();
    }

    public void add(Session session) {
        byId.put(session.id(), session);
    }

    public void remove(Session session) {
        byId.remove(session.id(), session);
    }

    public int size() {
        return byId.size();
    }

    /** In the order in which they came. */
    public List<Session> all() {
        Collection<Session> now = byId.values();
        return now.stream().sorted(Comparator.comparingLong(Session::id)).toList();
    }
}

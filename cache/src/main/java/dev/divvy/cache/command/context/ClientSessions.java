package dev.divvy.cache.command.context;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;

/** The client sessions of a node, and counters of connections and commands. */
public final class ClientSessions {

    private final ConcurrentHashMap<Long, ClientSession> byId = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();

    private final LongAdder received = new LongAdder();
    private final LongAdder commands = new LongAdder();

    /** Counts a connection and opens a session for it, which the factory makes with its id; empty when the limit is reached. */
    public Optional<ClientSession> open(int limit, LongFunction<ClientSession> factory) {
        received.increment();
        if (byId.size() >= limit) {
            return Optional.empty();
        }
        ClientSession session = factory.apply(lastId.incrementAndGet());
        byId.put(session.id(), session);
        return Optional.of(session);
    }

    public void countCommands(int count) {
        commands.add(count);
    }

    /** Returns the number of connections received, including those that were refused. */
    public long received() {
        return received.sum();
    }

    /** Returns the number of commands run for clients. */
    public long commands() {
        return commands.sum();
    }

    public void remove(ClientSession session) {
        byId.remove(session.id(), session);
    }

    public int size() {
        return byId.size();
    }

    /** Returns the sessions in the order in which they were opened. */
    public List<ClientSession> all() {
        Collection<ClientSession> sessions = byId.values();
        return sessions.stream()
                .sorted(Comparator.comparingLong(ClientSession::id))
                .toList();
    }
}

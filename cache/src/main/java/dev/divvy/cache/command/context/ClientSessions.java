package dev.divvy.cache.command.context;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;

/** The connections of a node, and what they did. */
public final class ClientSessions {

    private final ConcurrentHashMap<Long, ClientSession> byId = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();

    private final LongAdder received = new LongAdder();
    private final LongAdder commands = new LongAdder();

    /** Counts a connection and opens a session for it, made with the given id; empty when there are this many already. */
    public Optional<ClientSession> open(int most, LongFunction<ClientSession> made) {
        received.increment();
        if (byId.size() >= most) {
            return Optional.empty();
        }
        ClientSession session = made.apply(lastId.incrementAndGet());
        byId.put(session.id(), session);
        return Optional.of(session);
    }

    public void countCommands(int ran) {
        commands.add(ran);
    }

    /** Returns how many connections were received, those included that were turned away. */
    public long received() {
        return received.sum();
    }

    /** Returns how many commands the connections ran. */
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
        Collection<ClientSession> now = byId.values();
        return now.stream().sorted(Comparator.comparingLong(ClientSession::id)).toList();
    }
}

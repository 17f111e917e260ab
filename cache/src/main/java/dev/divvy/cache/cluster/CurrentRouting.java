package dev.divvy.cache.cluster;

import dev.divvy.allocation.Tokens;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The current routing table and its generation. Every change of the node that runs a request, this one or another, begins a new generation.
 * The requests in flight of a client finish before its next request is sent in a new generation, so no request overtakes an earlier one of
 * the same client by another route. A writer advances the generation before it changes a route; a reader chooses a route before it reads
 * the generation.
 */
public final class CurrentRouting {

    private final Tokens tokens;
    private final AtomicLong generation = new AtomicLong();

    /** Written by the thread that follows the group. */
    private volatile RoutingTable table;

    public CurrentRouting(Tokens tokens) {
        this.tokens = tokens;
        this.table = RoutingTable.empty(tokens);
    }

    public Tokens tokens() {
        return tokens;
    }

    public RoutingTable table() {
        return table;
    }

    public long generation() {
        return generation.get();
    }

    /** Begins a new generation; called before a route changes. */
    public void advance() {
        generation.incrementAndGet();
    }

    public void replace(RoutingTable next) {
        advance();
        table = next;
    }

    /** Records that the former owner, to which this table routed, has released the token. */
    public void markReleased(RoutingTable usedTable, int token) {
        if (usedTable.isMoving(token)) {
            advance();
            usedTable.markReleased(token);
        }
    }
}

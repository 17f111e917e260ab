package dev.divvy.cache.cluster;

import dev.divvy.allocation.Tokens;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The current routing table and its generation. Every change of where a request could run, here or elsewhere, is a new generation. A client
 * with requests in flight lets them finish before it sends others in a new generation, so no request overtakes an earlier one of the same
 * client by another route. A writer advances the generation first and changes the route then; a reader chooses a route first and looks at
 * the generation then.
 */
public final class RoutingState {

    private final Tokens tokens;
    private final AtomicLong generation = new AtomicLong();

    /** Written by the thread that follows the group. */
    private volatile RoutingTable table;

    public RoutingState(Tokens tokens) {
        this.tokens = tokens;
        this.table = RoutingTable.blank(tokens);
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

    /** Begins a new generation; a route changes after that. */
    public void advance() {
        generation.incrementAndGet();
    }

    public void replace(RoutingTable next) {
        advance();
        table = next;
    }

    /** Records that the former owner, to which this table led, has let go of the token. */
    public void letGo(RoutingTable of, int token) {
        if (of.isMoving(token)) {
            advance();
            of.letGo(token);
        }
    }
}

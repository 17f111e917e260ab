package dev.divvy.cache.cluster;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tokens that this node serves. Every request reads them; replication changes them. */
public final class ServedTokens {

    private final AtomicReferenceArray<@Nullable ServedToken> byToken;
    private final AtomicInteger count = new AtomicInteger();
    private final CurrentRouting routing;
    private final BooleanSupplier leased;
    private final AtomicLong lost = new AtomicLong();

    /**
     * Creates the tokens of a node that serves none yet.
     *
     * @param leased whether the lease of this node runs
     */
    public ServedTokens(int tokens, CurrentRouting routing, BooleanSupplier leased) {
        this.byToken = new AtomicReferenceArray<>(tokens);
        this.routing = routing;
        this.leased = leased;
    }

    /** Returns the token if it is served here; null otherwise. A request must still check {@link #mayServe}. */
    public @Nullable ServedToken get(int token) {
        return byToken.get(token);
    }

    /** Whether a request for this token may run now; called inside the monitor of its store. */
    public boolean mayServe(ServedToken served) {
        return served.isOpen() && leased.getAsBoolean();
    }

    public boolean leased() {
        return leased.getAsBoolean();
    }

    public void add(ServedToken served) {
        routing.advance();
        if (byToken.getAndSet(served.token(), served) == null) {
            count.incrementAndGet();
        }
    }

    /** Closes and removes a token: no request for it runs here from now on. */
    public void remove(ServedToken served) {
        routing.advance();
        synchronized (served.store()) {
            served.close();
        }
        if (byToken.compareAndSet(served.token(), served, null)) {
            count.decrementAndGet();
        }
    }

    /** Counts a token that is served from now on although no member has the entries that it had. */
    public void startedEmpty() {
        lost.incrementAndGet();
    }

    /** Returns the number of tokens that had another owner before and started empty here: their entries are lost. */
    public long lost() {
        return lost.get();
    }

    public int count() {
        return count.get();
    }

    public void forEach(Consumer<ServedToken> action) {
        for (int token = 0; token < byToken.length(); token++) {
            ServedToken served = byToken.get(token);
            if (served != null) {
                action.accept(served);
            }
        }
    }
}

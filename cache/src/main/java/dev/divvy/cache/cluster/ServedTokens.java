package dev.divvy.cache.cluster;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tokens that this node serves. Every request reads it; the steward writes it, and a delivery that takes its tokens away. */
public final class ServedTokens {

    private final AtomicReferenceArray<@Nullable ServedToken> all;
    private final RoutingState routing;
    private final BooleanSupplier leased;

    /** Asks {@code leased} whether this node may serve at all at this moment. */
    public ServedTokens(int tokens, RoutingState routing, BooleanSupplier leased) {
        this.all = new AtomicReferenceArray<>(tokens);
        this.routing = routing;
        this.leased = leased;
    }

    /** Returns the token if it is served here; whether it is open, and the lease runs, is asked inside its monitor. */
    public @Nullable ServedToken of(int token) {
        return all.get(token);
    }

    /** Returns whether a request for this token may run now; asked inside the monitor of its shelf. */
    public boolean mayServe(ServedToken served) {
        return served.open() && leased.getAsBoolean();
    }

    public boolean leased() {
        return leased.getAsBoolean();
    }

    public void add(ServedToken served) {
        routing.advance();
        all.set(served.token(), served);
    }

    /** Closes and removes a token: no request for it runs here from now on. */
    public void remove(ServedToken served) {
        routing.advance();
        synchronized (served.shelf()) {
            served.close();
        }
        all.compareAndSet(served.token(), served, null);
    }

    public int count() {
        int count = 0;
        for (int token = 0; token < all.length(); token++) {
            count += all.get(token) == null ? 0 : 1;
        }
        return count;
    }

    public void forEach(Consumer<ServedToken> action) {
        for (int token = 0; token < all.length(); token++) {
            ServedToken served = all.get(token);
            if (served != null) {
                action.accept(served);
            }
        }
    }
}

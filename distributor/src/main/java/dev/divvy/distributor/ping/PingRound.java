package dev.divvy.distributor.ping;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** The answers of one round, which is over when the last one came. */
final class PingRound {

    private final Set<String> services;
    private final Executor teller;
    private final CompletableFuture<Map<String, PingResult>> answered = new CompletableFuture<>();
    private final Map<String, PingResult> answers = new ConcurrentHashMap<>();
    private final AtomicInteger missing;

    PingRound(Collection<String> services, Executor teller) {
        services.forEach(service -> Objects.requireNonNull(service, "service"));
        this.services = new LinkedHashSet<>(services);
        this.teller = teller;
        missing = new AtomicInteger(this.services.size());
        if (this.services.isEmpty()) {
            answered.complete(Map.of());
        }
    }

    Set<String> services() {
        return services;
    }

    CompletableFuture<Map<String, PingResult>> answered() {
        return answered;
    }

    boolean isOver() {
        return missing.get() == 0;
    }

    void answer(String service, PingResult answer) {
        if (answers.putIfAbsent(service, answer) == null && missing.decrementAndGet() == 0) {
            teller.execute(() -> answered.complete(inOrder()));
        }
    }

    /** It fails, unless it is over. Nobody is denied for it: what was not answered stays unknown. */
    void abandon(String why) {
        teller.execute(() -> answered.completeExceptionally(new IllegalStateException(why)));
    }

    private Map<String, PingResult> inOrder() {
        Map<String, PingResult> ordered = new LinkedHashMap<>(services.size() * 2);
        services.forEach(service -> ordered.put(service, answers.get(service)));
        return Collections.unmodifiableMap(ordered);
    }
}

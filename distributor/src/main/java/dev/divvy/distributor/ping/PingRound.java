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

/** Collects the results of one round, which completes with the last result. */
final class PingRound {

    private final Set<String> services;
    private final Executor executor;
    private final CompletableFuture<Map<String, PingResult>> future = new CompletableFuture<>();
    private final Map<String, PingResult> results = new ConcurrentHashMap<>();
    private final AtomicInteger missing;

    PingRound(Collection<String> services, Executor executor) {
        services.forEach(service -> Objects.requireNonNull(service, "service"));
        this.services = new LinkedHashSet<>(services);
        this.executor = executor;
        missing = new AtomicInteger(this.services.size());
        if (this.services.isEmpty()) {
            future.complete(Map.of());
        }
    }

    Set<String> services() {
        return services;
    }

    CompletableFuture<Map<String, PingResult>> future() {
        return future;
    }

    boolean isComplete() {
        return missing.get() == 0;
    }

    void complete(String service, PingResult result) {
        if (results.putIfAbsent(service, result) == null && missing.decrementAndGet() == 0) {
            executor.execute(() -> future.complete(inOrder()));
        }
    }

    /** Fails the round unless it is complete. No service is denied for it: services without a result stay as they were. */
    void abandon(String reason) {
        executor.execute(() -> future.completeExceptionally(new IllegalStateException(reason)));
    }

    private Map<String, PingResult> inOrder() {
        Map<String, PingResult> ordered = new LinkedHashMap<>(services.size() * 2);
        services.forEach(service -> ordered.put(service, results.get(service)));
        return Collections.unmodifiableMap(ordered);
    }
}

package dev.divvy.distributor.ping;

import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.distributor.PingSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pings services by gRPC in rounds, all services of a round at once. */
public final class Pinger implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Pinger.class);

    private final PingSettings settings;
    private final Runnable hint;
    private final GrpcChannelFactory channels;

    /** Completes rounds and runs hints, so that no caller's code runs on the threads that ping. */
    private final ThreadPoolExecutor callbacks;

    /** Whether a hint is queued; further hints are merged into it. */
    private final AtomicBoolean hinted = new AtomicBoolean();

    /** The services of the last round. Guarded by this, like the three fields below. */
    private final Map<String, ServiceConnection> targets = new HashMap<>();

    /** The connections of services that are asked outside of rounds. */
    private final Set<ServiceConnection> singles = new HashSet<>();

    private @Nullable PingRound round;
    private boolean closed;

    public Pinger(PingSettings settings) {
        this(settings, () -> {});
    }

    /**
     * Creates a pinger that may watch services.
     *
     * @param hint run when a watched service may have stopped serving; the next round finds out whether it has
     */
    public Pinger(PingSettings settings, Runnable hint) {
        this.settings = settings;
        this.hint = hint;
        channels = new GrpcChannelFactory(settings);
        callbacks = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.numbered("divvy-ping-callbacks"),
                new ThreadPoolExecutor.DiscardPolicy());
    }

    /**
     * Pings these services at once. Completes when each has answered or timed out; the timeout of a service begins with its ping. The
     * results are in the given order. A name that is not an address is denied. Connections to services that are no longer pinged are
     * closed. An earlier round that is not complete is abandoned: it fails, and late replies to it change nothing.
     *
     * @throws IllegalStateException if the pinger is closed
     */
    public synchronized CompletableFuture<Map<String, PingResult>> round(Collection<String> services) {
        if (closed) {
            throw new IllegalStateException("the pinger is closed");
        }
        if (round != null && !round.isComplete()) {
            abandon(round);
        }
        PingRound next = new PingRound(services, callbacks);
        round = next;
        closeOthers(next);
        List<Map.Entry<String, ServiceConnection>> pinged = new ArrayList<>();
        for (String service : next.services()) {
            target(service, next).ifPresent(target -> pinged.add(Map.entry(service, target)));
        }
        // Slow services first, so that their replies overlap with the time it takes to connect to the others.
        pinged.sort(Comparator.comparing(entry -> entry.getValue().lastTook(), Comparator.reverseOrder()));
        pinged.forEach(entry -> entry.getValue().ping(result -> next.complete(entry.getKey(), result)));
        return next.future();
    }

    /**
     * Pings one service over a connection of its own, which is closed then. Rounds neither wait for it nor end it; closing the pinger does, and
     * then it never completes.
     */
    public CompletableFuture<PingResult> ask(String service) {
        CompletableFuture<PingResult> reply = new CompletableFuture<>();
        Optional<ServiceConnection> connection = connection(service, reply);
        connection.ifPresent(opened -> opened.ping(result -> callbacks.execute(() -> {
            closeSingle(opened);
            reply.complete(result);
        })));
        return reply;
    }

    private synchronized Optional<ServiceConnection> connection(String service, CompletableFuture<PingResult> reply) {
        if (closed) {
            throw new IllegalStateException("the pinger is closed");
        }
        try {
            ServiceConnection connection =
                    new ServiceConnection(ServiceAddress.parse(service), settings, channels, () -> {});
            singles.add(connection);
            return Optional.of(connection);
        } catch (IllegalArgumentException e) {
            reply.complete(PingResult.denied(String.valueOf(e.getMessage()), Duration.ZERO));
            return Optional.empty();
        }
    }

    private synchronized void closeSingle(ServiceConnection connection) {
        singles.remove(connection);
        connection.close();
    }

    /** Runs before the next round starts, so that no late reply changes the state that the next round uses. */
    private void abandon(PingRound unfinished) {
        targets.values().forEach(ServiceConnection::abandon);
        unfinished.abandon("another round was started before this one was complete");
    }

    private void closeOthers(PingRound next) {
        targets.entrySet().removeIf(entry -> {
            boolean gone = !next.services().contains(entry.getKey());
            if (gone) {
                entry.getValue().close();
            }
            return gone;
        });
    }

    private Optional<ServiceConnection> target(String service, PingRound next) {
        try {
            return Optional.of(targets.computeIfAbsent(
                    service,
                    text -> new ServiceConnection(ServiceAddress.parse(text), settings, channels, this::hint)));
        } catch (IllegalArgumentException e) {
            next.complete(service, PingResult.denied(String.valueOf(e.getMessage()), Duration.ZERO));
            return Optional.empty();
        }
    }

    private void hint() {
        if (hinted.compareAndSet(false, true)) {
            callbacks.execute(() -> {
                hinted.set(false);
                try {
                    hint.run();
                } catch (RuntimeException e) {
                    LOG.warn("the callback for a hint failed", e);
                }
            });
        }
    }

    /** Closes all connections. A round that is not complete fails, and no service is denied for it. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (round != null) {
                round.abandon("the pinger was closed during a round");
            }
            List.copyOf(targets.values()).forEach(ServiceConnection::close);
            targets.clear();
            List.copyOf(singles).forEach(ServiceConnection::close);
            singles.clear();
        }
        callbacks.shutdown();
        channels.close();
    }
}

package dev.divvy.distributor.ping;

import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.distributor.PingSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks services by gRPC whether they are alive, all at once, round after round. */
public final class Pinger implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Pinger.class);

    private final PingSettings settings;
    private final Runnable hint;
    private final GrpcChannels wire;

    /** Tells who asked, so that nobody else's code runs on the threads that ping. */
    private final ThreadPoolExecutor teller;

    /** Whether a hint waits to be told; one stands for many. */
    private final AtomicBoolean hinted = new AtomicBoolean();

    /** The services of the last round. Written under this lock, as the two below. */
    private final Map<String, PingTarget> lines = new HashMap<>();

    private @Nullable PingRound round;
    private boolean closed;

    public Pinger(PingSettings settings) {
        this(settings, () -> {});
    }

    /**
     * For services that tell by themselves.
     *
     * @param hint run when a watched service may have stopped serving; it decides nothing, the next round does
     */
    public Pinger(PingSettings settings, Runnable hint) {
        this.settings = settings;
        this.hint = hint;
        wire = new GrpcChannels(settings);
        teller = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.numbered("divvy-ping-teller"),
                new ThreadPoolExecutor.DiscardPolicy());
    }

    /**
     * Pings all these services at once; completes when each has answered or its timeout, which begins when it is asked, is over. The
     * answers come in the order given; what is no address is denied. Connections to services of earlier rounds that are not asked any more are closed.
     * An earlier round that is still under way is abandoned: it fails, and answers to it change nothing any more.
     *
     * @throws IllegalStateException after closing
     */
    public synchronized CompletableFuture<Map<String, PingResult>> round(Collection<String> services) {
        if (closed) {
            throw new IllegalStateException("the pinger is closed");
        }
        if (round != null && !round.isOver()) {
            abandon(round);
        }
        PingRound next = new PingRound(services, teller);
        round = next;
        forgetAllBut(next);
        List<Map.Entry<String, PingTarget>> asked = new ArrayList<>();
        for (String service : next.services()) {
            line(service, next).ifPresent(line -> asked.add(Map.entry(service, line)));
        }
        // The slow first: connecting to many takes its time too, and this way the two overlap.
        asked.sort(Comparator.comparing(entry -> entry.getValue().lastTook(), Comparator.reverseOrder()));
        asked.forEach(entry -> entry.getValue().ask(answer -> next.answer(entry.getKey(), answer)));
        return next.answered();
    }

    /** Before anything else of the next round, so that nothing it goes by changes meanwhile. */
    private void abandon(PingRound unfinished) {
        lines.values().forEach(PingTarget::abandon);
        unfinished.abandon("another round was begun before this one was over");
    }

    private void forgetAllBut(PingRound next) {
        lines.entrySet().removeIf(entry -> {
            boolean gone = !next.services().contains(entry.getKey());
            if (gone) {
                entry.getValue().close();
            }
            return gone;
        });
    }

    private Optional<PingTarget> line(String service, PingRound next) {
        try {
            return Optional.of(lines.computeIfAbsent(
                    service, text -> new PingTarget(ServiceAddress.parse(text), settings, wire, this::hint)));
        } catch (IllegalArgumentException e) {
            next.answer(service, PingResult.denied(String.valueOf(e.getMessage()), Duration.ZERO));
            return Optional.empty();
        }
    }

    private void hint() {
        if (hinted.compareAndSet(false, true)) {
            teller.execute(() -> {
                hinted.set(false);
                try {
                    hint.run();
                } catch (RuntimeException e) {
                    LOG.warn("what was to be run at a hint failed", e);
                }
            });
        }
    }

    /** Ends all connections. A round under way fails and denies nobody. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (round != null) {
                round.abandon("the pinger was closed during a round");
            }
            List.copyOf(lines.values()).forEach(PingTarget::close);
            lines.clear();
        }
        teller.shutdown();
        wire.close();
    }
}

package dev.divvy.outbox;

import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Tokens;
import dev.divvy.boardsql.SqlBoard;
import dev.divvy.coordination.ExclusiveJob;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.HeldPieces;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.MemberSettings;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.ProcessorStats;
import dev.divvy.outbox.handling.ProcessorEngine;
import dev.divvy.outbox.reading.EjectedOwners;
import dev.divvy.outbox.reading.Ownership;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.reading.ScanScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One instance that processes events: a member of the group that shares the hash space. */
public final class Processor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Processor.class);

    private final Membership membership;
    private final ProcessorContext context;
    private final ProcessorEngine engine;
    private final List<Subscription> subscriptions;

    /** The default id to be released when the processor closes; null when the id was given, or is released. */
    private final AtomicReference<@Nullable String> defaultId;

    private Processor(
            Membership membership,
            ProcessorContext context,
            ProcessorEngine engine,
            List<Subscription> subscriptions,
            boolean hasDefaultId) {
        this.membership = membership;
        this.context = context;
        this.engine = engine;
        this.subscriptions = List.copyOf(subscriptions);
        this.defaultId = new AtomicReference<>(hasDefaultId ? membership.id() : null);
    }

    /** @param id null for a default one */
    static Processor start(Outbox outbox, @Nullable String id, ProcessorSettings processing, HandlingMode handling) {
        Objects.requireNonNull(handling, "handling");
        OutboxSettings settings = outbox.settings();
        Tokens tokens = Tokens.sql(settings.tokens());
        Optional<Runs> only = processing.pieces().map(ranges -> ConfiguredTokens.parse(tokens, ranges));
        Group shared = Group.of(settings.group(), tokens)
                .with(settings.timing(processing))
                .stalledAfter(stalledAfter(settings, processing));
        Group group = only.isPresent() ? shared.withFixedPieces() : shared;
        SqlBoard board = outbox.boards().of(group.name());
        Membership membership = join(group, board, id, only);
        EjectedOwners ejected = new EjectedOwners();
        ProcessorContext context = new ProcessorContext(
                outbox.boards().source(), outbox.table(), Ownership.ofTokens(membership, ejected), processing);
        ProcessorEngine engine = new ProcessorEngine(
                context, board, handling, group.timing().grace(), outbox::isNotified, () -> membership.suspend(true));
        membership.watch(sighting -> {
            if (ejected.observe(sighting)) {
                engine.wakeNow();
            }
        });
        membership.listen(new Listener() {
            @Override
            public void gained(HeldPieces portion) {
                engine.wakeNow();
            }
        });
        List<Subscription> subscriptions = new ArrayList<>();
        if (only.isPresent()) {
            subscriptions.add(membership.watch(
                    new TokenWarnings(problem -> LOG.warn("{} of {}: {}", membership.id(), group.name(), problem))));
        }
        subscriptions.add(outbox.listeners().add(Outbox.WakeUp.SENT, engine::wakeSoon));
        subscriptions.add(outbox.listeners().add(Outbox.WakeUp.CHANGED, engine::wakeNow));
        engine.start();
        if (settings.notifications()) {
            subscriptions.add(outbox.boards()
                    .listen(outbox.channel(), payload -> engine.wake(ScanScope.ofNotification(payload))));
        }
        return new Processor(membership, context, engine, subscriptions, id == null);
    }

    private static Duration stalledAfter(OutboxSettings settings, ProcessorSettings processing) {
        Duration limit = processing.stalledAfter();
        Duration pulse = settings.timing().pulse();
        return limit.compareTo(pulse) < 0 ? pulse : limit;
    }

    private static Membership join(Group group, SqlBoard board, @Nullable String id, Optional<Runs> only) {
        if (id != null) {
            return join(group, board, new MemberSettings(id), only);
        }
        String fallback = DefaultProcessorIds.OF_THIS_JVM.take(group.name());
        try {
            return join(group, board, new MemberSettings(fallback), only);
        } catch (RuntimeException | Error e) {
            DefaultProcessorIds.OF_THIS_JVM.release(group.name(), fallback);
            throw e;
        }
    }

    private static Membership join(Group group, SqlBoard board, MemberSettings self, Optional<Runs> only) {
        return group.join(board, only.map(self::restrictedTo).orElse(self));
    }

    private void releaseDefaultId() {
        String id = defaultId.getAndSet(null);
        if (id != null) {
            DefaultProcessorIds.OF_THIS_JVM.release(membership.group().name(), id);
        }
    }

    /** Returns this instance as a member of its group: its portion, the group's status, and the operator's requests. */
    public Membership membership() {
        return membership;
    }

    public GroupStatus status() {
        return membership.status();
    }

    /** Returns the counters of this processor since its start. */
    public ProcessorStats stats() {
        return context.counters().snapshot();
    }

    /** Stops processing soon; the other processors take over the share of this one. */
    public void suspend() {
        membership.suspend(true);
    }

    /** Takes a share again after {@link #suspend}. */
    public void resume() {
        membership.suspend(false);
    }

    /** Runs a job while no processor of the group processes anything, such as one that rebuilds a view that the events maintain. */
    public <T> CompletableFuture<T> runAlone(ExclusiveJob<T> job) {
        return membership.runAlone(job);
    }

    /**
     * Handles no further events, for good. Handlers that are running go on, and an attempt that fails is not counted: a process that cannot
     * handle events any more ends its handlers after this call, and then closes.
     */
    public void stop() {
        subscriptions.forEach(Subscription::close);
        engine.stop();
    }

    /** Waits for running handlers, at most for the grace time, hands its share to the other processors, and leaves the group. */
    @Override
    public void close() {
        long began = System.nanoTime();
        stop();
        membership.close();
        releaseDefaultId();
        try {
            engine.await(membership.group().timing().grace().minusNanos(System.nanoTime() - began));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.divvy.outbox;

import dev.divvy.allocation.Tokens;
import dev.divvy.boardsql.SqlBoard;
import dev.divvy.coordination.ExclusiveJob;
import dev.divvy.coordination.Group;
import dev.divvy.coordination.Listener;
import dev.divvy.coordination.Membership;
import dev.divvy.coordination.Portion;
import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.outbox.event.Handling;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.event.ProcessorStats;
import dev.divvy.outbox.handling.ProcessorEngine;
import dev.divvy.outbox.reading.Ownership;
import dev.divvy.outbox.reading.ProcessorContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** One instance that processes events: a member of the group that shares the hash space. */
public final class Processor implements AutoCloseable {

    private final Membership membership;
    private final ProcessorContext context;
    private final ProcessorEngine engine;
    private final List<Subscription> subscriptions;

    private Processor(
            Membership membership, ProcessorContext context, ProcessorEngine engine, List<Subscription> subscriptions) {
        this.membership = membership;
        this.context = context;
        this.engine = engine;
        this.subscriptions = List.copyOf(subscriptions);
    }

    static Processor start(Outbox outbox, String id, ProcessorSettings processing, Handling handling) {
        Objects.requireNonNull(handling, "handling");
        OutboxSettings settings = outbox.settings();
        Tokens tokens = Tokens.sql(settings.tokens());
        StaticAssignment fixed = processing
                .pieces()
                .map(ranges -> StaticAssignment.of(settings.group(), tokens, ranges))
                .orElse(null);
        Group group = (fixed == null ? Group.of(settings.group(), tokens) : fixed.group()).with(settings.timing());
        SqlBoard board = outbox.boards().of(group.name());
        Membership membership = group.join(board, id);
        ProcessorContext context = new ProcessorContext(
                outbox.boards().source(),
                outbox.table(),
                fixed == null ? Ownership.ofTokens(membership) : Ownership.ofFixed(membership, tokens),
                processing);
        ProcessorEngine engine = new ProcessorEngine(
                context,
                board,
                handling,
                () -> settings.notifications() && outbox.boards().isListening(),
                () -> membership.suspend(true));
        membership.listen(new Listener() {
            @Override
            public void gained(Portion portion) {
                engine.wakeNow();
            }
        });
        List<Subscription> subscriptions = new ArrayList<>();
        subscriptions.add(outbox.listeners().add(Outbox.News.SENT, engine::wakeSoon));
        subscriptions.add(outbox.listeners().add(Outbox.News.COMMITTED, engine::wakeNow));
        engine.start();
        if (settings.notifications()) {
            subscriptions.add(outbox.boards().listen(outbox.channel(), "", engine::wakeNow));
        }
        return new Processor(membership, context, engine, subscriptions);
    }

    /** This instance as a member of its group: what it holds, how the group stands, what operators may ask. */
    public Membership membership() {
        return membership;
    }

    public GroupStatus status() {
        return membership.status();
    }

    /** Returns what this processor has done since it began. */
    public ProcessorStats stats() {
        return context.counters().snapshot();
    }

    /** Processes nothing from soon on; the others take its share. */
    public void suspend() {
        membership.suspend(true);
    }

    /** Takes its share again. */
    public void resume() {
        membership.suspend(false);
    }

    /** Runs a job while no processor of the group processes anything, such as one that rebuilds what the events maintain. */
    public <T> CompletableFuture<T> runAlone(ExclusiveJob<T> job) {
        return membership.runAlone(job);
    }

    /**
     * Begins nothing new from now on, for good. What is being handled goes on, and an attempt that fails is not counted: a process that cannot
     * handle any more ends its handlers after this, and then closes.
     */
    public void stop() {
        subscriptions.forEach(Subscription::close);
        engine.stop();
    }

    /** Finishes what is being handled, within the grace time, gives its share to the others and leaves. */
    @Override
    public void close() {
        stop();
        membership.close();
        try {
            engine.await(membership.group().timing().grace());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

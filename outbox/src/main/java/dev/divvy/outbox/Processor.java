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
import dev.divvy.outbox.work.Counters;
import dev.divvy.outbox.work.Engine;
import dev.divvy.outbox.work.Share;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** One instance that processes events: a member of the group that shares the hash space. */
public final class Processor implements AutoCloseable {

    private final Membership membership;
    private final Engine engine;
    private final Subscription notices;

    private Processor(Membership membership, Engine engine, Subscription notices) {
        this.membership = membership;
        this.engine = engine;
        this.notices = notices;
    }

    static Processor start(Outbox outbox, String id, ProcessorSettings how, Handling handling) {
        Objects.requireNonNull(handling, "handling");
        OutboxSettings settings = outbox.settings();
        Tokens tokens = Tokens.sql(settings.tokens());
        FixedPieces fixed = how.pieces()
                .map(ranges -> FixedPieces.of(settings.group(), tokens, ranges))
                .orElse(null);
        Group group = (fixed == null ? Group.of(settings.group(), tokens) : fixed.group()).with(settings.timing());
        SqlBoard board = outbox.boards().of(group.name());
        Membership membership = group.join(board, id);
        Engine engine = new Engine(
                outbox.boards().source(),
                board,
                outbox.table(),
                fixed == null ? Share.ofTokens(membership) : Share.ofFixed(membership, tokens),
                how,
                handling,
                outbox.bells(),
                () -> settings.notices() && outbox.boards().notices().hears(),
                () -> membership.suspend(true));
        membership.listen(new Listener() {
            @Override
            public void gained(Portion portion) {
                engine.wake();
            }
        });
        engine.start();
        Subscription notices =
                settings.notices() ? outbox.boards().notices().listen(outbox.told(), "", engine::wake) : () -> {};
        return new Processor(membership, engine, notices);
    }

    /** This instance as a member of its group: what it holds, how the group stands, what operators may ask. */
    public Membership membership() {
        return membership;
    }

    public GroupStatus status() {
        return membership.status();
    }

    /** What it has done since it began. */
    public Counters counters() {
        return engine.counters();
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
     * Begins nothing new from now on, for good. What is being handled goes on, and an attempt that fails is not counted: whoever cannot
     * handle any more ends its handlers after this, and then closes.
     */
    public void stop() {
        engine.stop();
    }

    /** Finishes what is being handled, within the grace time, gives its share to the others and leaves. */
    @Override
    public void close() {
        notices.close();
        stop();
        membership.close();
        try {
            engine.await(membership.group().timing().grace());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

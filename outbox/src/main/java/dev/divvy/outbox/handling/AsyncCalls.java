package dev.divvy.outbox.handling;

import dev.divvy.outbox.event.Event;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.table.EntityKey;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of an asynchronous handler for one batch: one at a time per entity, all entities at once. The handler's own threads only report
 * that a call has ended; everything else happens on the worker's thread, or on the one that replaces it.
 */
final class AsyncCalls {

    private static final Logger LOG = LoggerFactory.getLogger(AsyncCalls.class);

    /** The interval of the checks for tokens that are about to be lost and for calls that take too long. */
    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final ProcessorContext context;
    private final HandlerInvoker invoker;
    private final BatchOutcomes outcomes;
    private final Predicate<Event> ready;
    private final ToIntFunction<Event> hash;
    private final Duration timeout;

    /** The events of each entity that are not started, while none of that entity is in progress. */
    private final Queue<Queue<Event>> startable = new ArrayDeque<>();

    private final Set<Call> inProgress = new HashSet<>();
    private final BlockingQueue<End> ends = new LinkedBlockingQueue<>();

    /**
     * @param ready whether an event may be started now; otherwise it is left, with the later ones of its entity
     * @param hash the hash of an event
     */
    AsyncCalls(
            ProcessorContext context,
            HandlerInvoker invoker,
            BatchOutcomes outcomes,
            Predicate<Event> ready,
            ToIntFunction<Event> hash) {
        this.context = context;
        this.invoker = invoker;
        this.outcomes = outcomes;
        this.ready = ready;
        this.hash = hash;
        this.timeout = context.settings().handlerTimeout();
    }

    /** Handles the events; returns when no call is in progress. */
    void run(List<Event> events) throws SQLException {
        Map<EntityKey, Queue<Event>> entities = new LinkedHashMap<>();
        events.forEach(event -> entities.computeIfAbsent(
                        new EntityKey(event.entityName(), event.entityId()), entity -> new ArrayDeque<>())
                .add(event));
        startable.addAll(entities.values());
        try {
            proceed();
        } catch (HandlerWatchdog.ReplacedWorkerException e) {
            throw e; // another thread finishes the calls
        } catch (SQLException | RuntimeException | Error e) {
            finish();
            throw e;
        }
    }

    /** Starts no more calls and waits for those in progress, so that none runs beside the next attempt of its event. A call that hangs has no end. */
    void finish() throws SQLException {
        startable.clear();
        inProgress.removeIf(call -> !call.isStarted());
        proceed();
    }

    private void proceed() throws SQLException {
        try {
            startCalls();
            while (!inProgress.isEmpty()) {
                awaitEnd();
                check();
                startCalls();
            }
        } catch (InterruptedException e) {
            // The processor closes and waits no longer; the events are handled again by the next owner.
            LOG.debug("{} calls are abandoned", inProgress.size());
            inProgress.forEach(call -> outcomes.leave(List.of(call.event)));
            inProgress.clear();
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Starts what may be started. A handler may block for seconds before it returns its stage, so calls that end meanwhile are settled between two
     * starts: one of them may tell that the target is unavailable, and then no further call is started.
     */
    private void startCalls() throws SQLException {
        long lastCheck = System.nanoTime();
        while (!startable.isEmpty() && (inProgress.isEmpty() || !invoker.isProbing())) {
            startNext(startable.remove());
            settle(ends.poll());
            long now = System.nanoTime();
            if (now - lastCheck > CHECK_NANOS) {
                check();
                lastCheck = now;
            }
        }
    }

    private void check() throws SQLException {
        expireCalls();
        outcomes.writeIfDue();
        outcomes.releaseStopping(busyHashes());
    }

    /** Starts the first event of an entity that may be handled; the later ones follow when it has ended. */
    private void startNext(Queue<Event> entity) {
        while (!entity.isEmpty()) {
            Event event = entity.remove();
            if (ready.test(event)) {
                start(new Call(event, entity));
                return;
            }
        }
    }

    private void start(Call call) {
        inProgress.add(call);
        Throwable error = invoker.begin(call.event, call::startedAs);
        if (error != null) {
            settle(call, error);
        }
    }

    private void awaitEnd() throws InterruptedException {
        End end = null;
        try {
            end = ends.poll(CHECK_NANOS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            if (context.isClosing()) {
                throw e;
            }
            LOG.warn("a worker was interrupted outside a handler; it continues");
        }
        settle(end);
    }

    /** Settles this end, if there is one, and all others that have been reported. */
    private void settle(@Nullable End first) {
        for (End end = first; end != null; end = ends.poll()) {
            settle(end.call, end.error);
        }
    }

    private void settle(Call call, @Nullable Throwable error) {
        if (!inProgress.remove(call)) {
            return; // it took too long, and has failed
        }
        invoker.ended(System.nanoTime() - call.began, error);
        if (error == null) {
            outcomes.done(List.of(call.event));
        } else {
            outcomes.failed(call.event, error);
        }
        startable.add(call.later);
    }

    private void expireCalls() {
        long now = System.nanoTime();
        List<Call> late = inProgress.stream()
                .filter(call -> now - call.began > timeout.toNanos())
                .toList();
        late.forEach(call -> {
            settle(call, HandlerWatchdog.tookLongerThan(timeout, ""));
            call.cancel();
        });
    }

    private Set<Integer> busyHashes() {
        return inProgress.stream().map(call -> hash.applyAsInt(call.event)).collect(Collectors.toSet());
    }

    /** The end of a call: with an error, or without one. */
    private record End(Call call, @Nullable Throwable error) {}

    /** One call of the handler. */
    private final class Call {

        private final Event event;

        /** The later events of the entity. */
        private final Queue<Event> later;

        private final long began = System.nanoTime();

        /** Null until the handler has returned. */
        private @Nullable CompletionStage<?> stage;

        Call(Event event, Queue<Event> later) {
            this.event = event;
            this.later = later;
        }

        boolean isStarted() {
            return stage != null;
        }

        void startedAs(CompletionStage<?> started) {
            stage = started;
            started.whenComplete((result, error) -> ends.add(new End(this, unwrapped(error))));
        }

        private static @Nullable Throwable unwrapped(@Nullable Throwable error) {
            if (error instanceof CompletionException || error instanceof ExecutionException) {
                Throwable cause = error.getCause();
                return cause == null ? error : cause;
            }
            return error;
        }

        @SuppressWarnings("CatchingUnchecked") // a stage need not support it
        void cancel() {
            try {
                if (stage != null) {
                    stage.toCompletableFuture().cancel(true);
                }
            } catch (RuntimeException | Error e) {
                LOG.debug("a call that took too long could not be cancelled", e);
            }
        }
    }
}

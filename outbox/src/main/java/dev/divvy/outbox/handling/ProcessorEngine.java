package dev.divvy.outbox.handling;

import dev.divvy.boardsql.SqlBoard;
import dev.divvy.outbox.event.HandlingMode;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.reading.Poller;
import dev.divvy.outbox.reading.PollerSignal;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.reading.Retention;
import dev.divvy.outbox.reading.ScanScope;
import dev.divvy.outbox.reading.TableScan;
import dev.divvy.outbox.reading.WorkerQueue;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The parts of one processor that have threads while they work: a poller, workers with a queue each, and retention. */
public final class ProcessorEngine {

    /** Rows of a page are spread unevenly over the queues; when one is full, the poller has to read the same rows again. */
    private static final int PAGES_PER_QUEUE = 1;

    /** The time that handlers have to return after they were interrupted at the end. */
    private static final Duration INTERRUPT_GRACE = Duration.ofMillis(500);

    private final ProcessorContext context;
    private final PollerSignal signal = new PollerSignal();
    private final HandlerWatchdog watchdog;
    private final TargetCircuit circuit;
    private final List<WorkerQueue> queues;
    private final Poller poller;
    private final Retention retention;
    private final List<Worker> workers;

    /**
     * @param grace the time that a call has when its events move to another processor
     * @param notified returns whether the database currently notifies this process of new events
     * @param suspend suspends this processor; called when too many threads hang
     */
    public ProcessorEngine(
            ProcessorContext context,
            SqlBoard board,
            HandlingMode handling,
            Duration grace,
            BooleanSupplier notified,
            Runnable suspend) {
        this.context = context;
        ProcessorSettings settings = context.settings();
        this.watchdog = new HandlerWatchdog(settings.handlerTimeout(), suspend);
        this.queues = Stream.generate(() -> new WorkerQueue(PAGES_PER_QUEUE * TableScan.pageSize(settings)))
                .limit(settings.workers())
                .toList();
        this.poller = new Poller(context, queues, new FencedParking(context, board), signal, notified);
        this.retention = new Retention(context);
        CompletionWriter completions = new CompletionWriter(context, board);
        this.circuit = new TargetCircuit(settings, context.ownership()::progressed);
        HandlerCalls calls = new HandlerCalls(handling, watchdog, circuit, new GraceCheck(grace));
        this.workers = queues.stream()
                .map(queue -> new Worker(context, completions, calls, queue, signal))
                .toList();
    }

    public void start() {
        workers.forEach(Worker::start);
        poller.start();
        retention.start();
    }

    /** Makes the poller read everything at once. */
    public void wakeNow() {
        signal.wakeNow();
    }

    /** Makes the poller read at once what this scope names. */
    public void wake(ScanScope scope) {
        signal.wake(scope);
    }

    /** Makes the poller read several times soon: something was sent in a transaction that has not committed yet. */
    public void wakeSoon() {
        signal.wakeSoon();
    }

    /** Starts no further handler calls; running ones go on. */
    public void stop() {
        context.close();
        retention.stop();
        signal.wakeNow();
        queues.forEach(WorkerQueue::close);
        circuit.end();
    }

    /** Waits for running handlers, at most this long, then interrupts them and, after a short time, abandons them. */
    public void await(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        for (Worker worker : workers) {
            worker.end(deadline - System.nanoTime());
        }
        long last = System.nanoTime() + INTERRUPT_GRACE.toNanos();
        for (Worker worker : workers) {
            worker.abandon(last - System.nanoTime());
        }
        poller.end(atMost);
        retention.end(atMost);
        watchdog.close();
    }
}

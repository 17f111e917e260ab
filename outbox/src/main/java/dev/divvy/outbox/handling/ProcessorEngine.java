package dev.divvy.outbox.handling;

import dev.divvy.boardsql.SqlBoard;
import dev.divvy.outbox.event.Handling;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.reading.Poller;
import dev.divvy.outbox.reading.PollerSignal;
import dev.divvy.outbox.reading.ProcessorContext;
import dev.divvy.outbox.reading.TableScan;
import dev.divvy.outbox.reading.WorkerQueue;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The threads of one processor: a poller, and workers with a queue each. */
public final class ProcessorEngine {

    /** Rows of a page fall unevenly into the queues; a full one sends the poller away, which then reads the same rows again. */
    private static final int PAGES_PER_QUEUE = 1;

    /** How long handlers that were interrupted at the end may take to come back. */
    private static final Duration INTERRUPTED = Duration.ofMillis(500);

    private final ProcessorContext context;
    private final PollerSignal signal = new PollerSignal();
    private final HandlerWatchdog watchdog;
    private final List<WorkerQueue> queues;
    private final Poller poller;
    private final List<Worker> workers;

    /**
     * @param notified whether the database tells of new events at this moment
     * @param suspend suspends this processor, when its handlers hang too often
     */
    public ProcessorEngine(
            ProcessorContext context, SqlBoard board, Handling handling, BooleanSupplier notified, Runnable suspend) {
        this.context = context;
        ProcessorSettings settings = context.settings();
        this.watchdog = new HandlerWatchdog(settings.handlerTimeout(), suspend);
        this.queues = Stream.generate(() -> new WorkerQueue(PAGES_PER_QUEUE * TableScan.pageSize(settings)))
                .limit(settings.workers())
                .toList();
        this.poller = new Poller(context, queues, signal, notified);
        CompletionWriter completions = new CompletionWriter(context, board);
        this.workers = queues.stream()
                .map(queue -> new Worker(context, completions, handling, watchdog, queue, signal))
                .toList();
    }

    public void start() {
        workers.forEach(Worker::start);
        poller.start();
    }

    /** Lets the poller look at once: there may be something to do. */
    public void wakeNow() {
        signal.wakeNow();
    }

    /** Lets the poller look several times soon: something was sent in a transaction that has not committed yet. */
    public void wakeSoon() {
        signal.wakeSoon();
    }

    /** Begins nothing new; what is being handled goes on. */
    public void stop() {
        context.close();
        signal.wakeNow();
        queues.forEach(WorkerQueue::close);
    }

    /** Waits for what is being handled, at most this long; then it is interrupted, and after a moment left. */
    public void await(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        for (Worker worker : workers) {
            worker.end(deadline - System.nanoTime());
        }
        long last = System.nanoTime() + INTERRUPTED.toNanos();
        for (Worker worker : workers) {
            worker.leave(last - System.nanoTime());
        }
        poller.end(atMost);
        watchdog.close();
    }
}

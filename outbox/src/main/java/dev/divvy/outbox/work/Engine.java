package dev.divvy.outbox.work;

import dev.divvy.boardsql.SqlBoard;
import dev.divvy.outbox.event.Handling;
import dev.divvy.outbox.event.ProcessorSettings;
import dev.divvy.outbox.table.EventTable;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** The threads of one processor: one that reads, and workers, each at the end of its lane. */
public final class Engine {

    /** Rows of a page fall unevenly into the lanes; one that is full sends the reader away, who then reads the same rows again. */
    private static final int PAGES_IN_A_LANE = 1;

    /** How long handlers that were interrupted at the end may take to come back. */
    private static final Duration INTERRUPTED = Duration.ofMillis(500);

    private final Bells bells;
    private final Bell bell = new Bell();
    private final Counters counters = new Counters();
    private final Watch watch;
    private final List<Lane> lanes;
    private final Feed feed;
    private final List<Worker> workers;

    /** Set once, when the processor closes. */
    private volatile boolean ending;

    public Engine(
            DataSource source,
            SqlBoard board,
            EventTable table,
            Share share,
            ProcessorSettings how,
            Handling handling,
            Bells bells,
            BooleanSupplier told,
            Runnable suspend) {
        this.bells = bells;
        this.watch = new Watch(how.handlerTimeout());
        this.lanes = Stream.generate(() -> new Lane(PAGES_IN_A_LANE * Sweep.pageSize(how)))
                .limit(how.workers())
                .toList();
        Source events = new Source(source, table, share, how, counters, () -> ending, new Level());
        this.feed = new Feed(events, lanes, bell, told);
        Tools tools = new Tools(events, new Completion(events, board), handling, watch, new Lost(suspend));
        this.workers = IntStream.range(0, lanes.size())
                .mapToObj(i -> new Worker(tools, lanes.get(i), bell, "divvy-outbox-worker-" + i))
                .toList();
    }

    public void start() {
        bells.add(bell);
        workers.forEach(Worker::start);
        feed.start();
    }

    public Counters counters() {
        return counters;
    }

    /** There may be something to do. */
    public void wake() {
        bell.ring();
    }

    /** Begins nothing new; what is being handled goes on. */
    public void stop() {
        bells.remove(bell);
        ending = true;
        bell.ring();
        lanes.forEach(Lane::close);
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
        feed.join(Math.max(1, atMost.toMillis()));
        feed.interrupt();
        watch.close();
    }
}

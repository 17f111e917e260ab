package dev.divvy.boardpeers;

import dev.divvy.boardpeers.replication.MeshNode;
import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.board.BoardUnavailableException;
import dev.divvy.coordination.support.DaemonThreads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The only thread that runs the {@link MeshNode} of a node, and the calls that wait for its replies. */
final class MeshLoop {

    private static final Logger LOG = LoggerFactory.getLogger(MeshLoop.class);

    /** The most queued tasks. Messages that arrive beyond it are lost, and the nodes ask for them again. */
    private static final int CAPACITY = 20_000;

    private static final long BUSY_MILLIS = 10;
    private static final long IDLE_MILLIS = 250;

    private final BlockingQueue<Consumer<MeshNode>> tasks = new LinkedBlockingQueue<>(CAPACITY);
    private final Map<Long, CompletableFuture<MeshReply>> waiting = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final String name;
    private final Duration timeout;
    private volatile boolean closed;

    MeshLoop(String name, Duration timeout) {
        this.name = name;
        this.timeout = timeout;
    }

    /** Starts the thread, the only one on which the node is used. */
    void start(MeshNode node) {
        DaemonThreads.start(name, () -> run(node));
    }

    /** Queues a task, or drops it and returns false when the queue is full. */
    boolean offer(Consumer<MeshNode> task) {
        return tasks.offer(task);
    }

    /** Queues a task that must not be lost; waits while the queue is full. */
    void put(Consumer<MeshNode> task) {
        try {
            tasks.put(task);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // whatever one task does, the next one must run
    private void run(MeshNode node) {
        long lastTick = System.nanoTime();
        while (!closed) {
            try {
                boolean busy = node.isBusy();
                Consumer<MeshNode> task = tasks.poll(busy ? BUSY_MILLIS : IDLE_MILLIS, TimeUnit.MILLISECONDS);
                if (task != null) {
                    task.accept(node);
                }
                long now = System.nanoTime();
                if (task == null || now - lastTick >= TimeUnit.MILLISECONDS.toNanos(BUSY_MILLIS)) {
                    lastTick = now;
                    node.tick(now);
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.error("{}: a task failed", name, e);
            }
        }
    }

    /** Sends a request and waits for its reply, at most the timeout. */
    MeshReply call(String what, MeshRequest request) {
        long number = numbers.incrementAndGet();
        CompletableFuture<MeshReply> reply = new CompletableFuture<>();
        waiting.put(number, reply);
        try {
            if (closed || !offer(node -> node.submit(number, request, System.nanoTime()))) {
                throw new BoardUnavailableException("could not " + what + ": "
                        + (closed ? "this node has left the mesh" : "too many tasks are queued"));
            }
            return reply.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            offer(node -> node.cancel(number));
            throw new BoardUnavailableException(
                    "could not " + what + ": no reply within " + timeout.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new BoardUnavailableException("could not " + what, e); // never completed exceptionally
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BoardUnavailableException("could not " + what + ": interrupted", e);
        } finally {
            waiting.remove(number);
        }
    }

    void complete(long number, MeshReply reply) {
        CompletableFuture<MeshReply> future = waiting.get(number);
        if (future != null) {
            future.complete(reply);
        }
    }

    void fail(long number, String reason) {
        complete(number, new MeshReply.Failed(reason));
    }

    /** Stops the thread soon; tasks that have not started are dropped. */
    void close() {
        closed = true;
        offer(node -> {}); // wakes the thread
        waiting.keySet().forEach(number -> fail(number, "this node is leaving the mesh"));
    }
}

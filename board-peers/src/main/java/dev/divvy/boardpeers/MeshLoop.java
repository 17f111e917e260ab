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

/** The one thread on which the clerk of a node works, and the calls that wait for its replies. */
final class MeshLoop {

    private static final Logger LOG = LoggerFactory.getLogger(MeshLoop.class);

    /** What waits at most; more is not taken. What nodes say to each other is then lost, and asked for again. */
    private static final int MOST = 20_000;

    private static final long BUSY_MILLIS = 10;
    private static final long IDLE_MILLIS = 250;

    private final BlockingQueue<Consumer<MeshNode>> work = new LinkedBlockingQueue<>(MOST);
    private final Map<Long, CompletableFuture<MeshReply>> waiting = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final String name;
    private final Duration patience;
    private volatile boolean closed;

    MeshLoop(String name, Duration patience) {
        this.name = name;
        this.patience = patience;
    }

    /** Starts the thread; the clerk is used on no other. */
    void start(MeshNode clerk) {
        DaemonThreads.start(name, () -> run(clerk));
    }

    /** Work for the clerk; what does not fit is dropped, and false is answered. */
    boolean give(Consumer<MeshNode> task) {
        return work.offer(task);
    }

    /** Work that must not be lost; waits for room. */
    void insist(Consumer<MeshNode> task) {
        try {
            work.put(task);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // whatever one note does, the next one must be read
    private void run(MeshNode clerk) {
        long passed = System.nanoTime();
        while (!closed) {
            try {
                boolean busy = clerk.isBusy();
                Consumer<MeshNode> task = work.poll(busy ? BUSY_MILLIS : IDLE_MILLIS, TimeUnit.MILLISECONDS);
                if (task != null) {
                    task.accept(clerk);
                }
                long now = System.nanoTime();
                if (task == null || now - passed >= TimeUnit.MILLISECONDS.toNanos(BUSY_MILLIS)) {
                    passed = now;
                    clerk.passed(now);
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.error("{}: something could not be done", name, e);
            }
        }
    }

    MeshReply ask(String what, MeshRequest question) {
        long number = numbers.incrementAndGet();
        CompletableFuture<MeshReply> answer = new CompletableFuture<>();
        waiting.put(number, answer);
        try {
            if (closed || !give(clerk -> clerk.asked(number, question, System.nanoTime()))) {
                throw new BoardUnavailableException(
                        "could not " + what + ": " + (closed ? "this node has left the mesh" : "too much to do"));
            }
            return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            give(clerk -> clerk.dropped(number));
            throw new BoardUnavailableException(
                    "could not " + what + ": no answer within " + patience.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new BoardUnavailableException("could not " + what, e); // nobody ends it so
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BoardUnavailableException("could not " + what + ": interrupted", e);
        } finally {
            waiting.remove(number);
        }
    }

    void answered(long number, MeshReply reply) {
        CompletableFuture<MeshReply> answer = waiting.get(number);
        if (answer != null) {
            answer.complete(reply);
        }
    }

    void failed(long number, String why) {
        CompletableFuture<MeshReply> answer = waiting.get(number);
        if (answer != null) {
            answer.complete(new MeshReply.Trouble(why));
        }
    }

    /** Ends the thread within a moment; work that has not begun is left. */
    void close() {
        closed = true;
        give(clerk -> {}); // wakes it
        waiting.keySet().forEach(number -> failed(number, "this node leaves the mesh"));
    }
}

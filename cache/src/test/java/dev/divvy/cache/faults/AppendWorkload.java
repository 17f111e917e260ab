package dev.divvy.cache.faults;

import dev.divvy.cache.faults.AppendHistory.Operation;
import dev.divvy.cache.testcluster.RespClient;
import dev.divvy.testservers.Await;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that append to common keys and read them, through all nodes, and record what they see. A client that gets no reply in time
 * continues at another node. A key is replaced by a fresh one after some appends, so that values stay short.
 */
final class AppendWorkload implements AutoCloseable {

    /** The number of keys in use at a time: few enough that most requests find a change in flight. */
    private static final int KEYS = 100;

    private static final int APPENDS_PER_KEY = 25;

    /** The share of reads that go to any former key, in percent. */
    private static final int OLD_READS = 10;

    /** Requests after which a client changes to another node. */
    private static final int REQUESTS_PER_NODE = 40;

    /** The keys that are remembered; older ones are forgotten after a judgement. */
    private static final int REMEMBERED = 3000;

    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(5);

    private final String prefix;
    private final List<InetSocketAddress> nodes;
    private final int clients;
    private final long pauseNanos;
    private final Random seeds;
    private final AppendHistory history = new AppendHistory();
    private final AtomicIntegerArray appends = new AtomicIntegerArray(KEYS);
    private final AtomicInteger words = new AtomicInteger();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final List<Future<?>> running = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Shorter than some faults: a request may be run after its client has given up. Written before the clients begin. */
    private volatile Duration replyTimeout = LONG_TIMEOUT;

    private volatile boolean stopped;

    /**
     * @param prefix of the keys
     * @param requestsPerSecond of all clients together, at most
     */
    AppendWorkload(String prefix, List<InetSocketAddress> nodes, int clients, int requestsPerSecond, long seed) {
        this.prefix = prefix;
        this.nodes = List.copyOf(nodes);
        this.clients = clients;
        this.pauseNanos = TimeUnit.SECONDS.toNanos(clients) / requestsPerSecond;
        this.seeds = new Random(seed);
    }

    /** The time after which a client gives up a request, and continues at another node. */
    AppendWorkload withReplyTimeout(Duration timeout) {
        replyTimeout = timeout;
        return this;
    }

    /** Starts the clients. */
    void begin() {
        stopped = false;
        for (int client = 0; client < clients; client++) {
            Random random = new Random(seeds.nextLong());
            running.add(threads.submit(() -> run(random)));
        }
    }

    /** Waits until this many more requests were answered, so that a fault meets requests in flight. */
    void awaitAnswers(int more) {
        long goal = answered.get() + more;
        Await.until(more + " more requests are answered", () -> answered.get() >= goal || isFailed());
    }

    private boolean isFailed() {
        return running.stream().anyMatch(Future::isDone);
    }

    /** Stops the clients and reads every key once more. */
    void end() throws Exception {
        stopped = true;
        for (Future<?> client : running) {
            Await.get(client);
        }
        running.clear();
        readAll();
    }

    /** Returns the violations, and forgets the oldest keys. */
    List<AppendJudge.Violation> judge() {
        List<AppendJudge.Violation> violations = history.judge();
        List<String> keys = history.keys().stream()
                .sorted((one, other) -> Integer.compare(age(one), age(other)))
                .toList();
        if (keys.size() > REMEMBERED) {
            history.forget(keys.subList(0, keys.size() - REMEMBERED));
        }
        return violations;
    }

    AppendHistory history() {
        return history;
    }

    @Override
    public String toString() {
        return history.recorded() + " operations, " + answered + " answered, " + failed + " without a reply";
    }

    private static int age(String key) {
        return Integer.parseInt(key.substring(key.indexOf('-') + 1));
    }

    private String key(int number, int appends) {
        return prefix + number + "-" + appends / APPENDS_PER_KEY;
    }

    private void run(Random random) {
        while (!stopped) {
            try (RespClient client = new RespClient(nodes.get(random.nextInt(nodes.size())), replyTimeout)) {
                for (int i = 0; i < REQUESTS_PER_NODE && !stopped; i++) {
                    if (!request(client, random)) {
                        break;
                    }
                    LockSupport.parkNanos((long) (pauseNanos * 2 * random.nextDouble()));
                }
            } catch (UncheckedIOException e) {
                LockSupport.parkNanos(pauseNanos); // the node does not listen
            }
        }
    }

    /** Returns whether the client may go on with this node. */
    private boolean request(RespClient client, Random random) {
        int number = random.nextInt(KEYS);
        if (random.nextBoolean()) {
            return append(client, key(number, appends.getAndIncrement(number)), words.incrementAndGet() + ";");
        }
        int age = appends.get(number);
        return read(client, key(number, random.nextInt(100) < OLD_READS ? random.nextInt(age + 1) : age));
    }

    private boolean append(RespClient client, String key, String word) {
        long began = System.nanoTime();
        try {
            if (client.ask("APPEND", key, word) instanceof Long length) {
                history.add(key, Operation.append(word, began, System.nanoTime(), length));
                answered.incrementAndGet();
                return true;
            }
        } catch (UncheckedIOException e) {
            // The node has ended, or is paused: the append may take place.
        }
        history.add(key, Operation.appendWithoutReply(word, began));
        failed.incrementAndGet();
        return false;
    }

    private boolean read(RespClient client, String key) {
        long began = System.nanoTime();
        try {
            Object reply = client.ask("GET", key);
            if (reply == null || (reply instanceof String value && !value.startsWith("-"))) {
                history.add(key, Operation.read(reply == null ? "" : reply.toString(), began, System.nanoTime()));
                answered.incrementAndGet();
                return true;
            }
        } catch (UncheckedIOException e) {
            // A read without a reply says nothing.
        }
        failed.incrementAndGet();
        return false;
    }

    /** Reads every key, each through any node that answers. */
    private void readAll() {
        List<String> unread = new ArrayList<>(history.keys());
        Await.until("every key is read", () -> {
            InetSocketAddress node = nodes.get(seeds.nextInt(nodes.size()));
            try (RespClient client = new RespClient(node, LONG_TIMEOUT)) {
                int end = Math.min(unread.size(), REQUESTS_PER_NODE);
                unread.subList(0, end).removeIf(key -> read(client, key));
            } catch (UncheckedIOException e) {
                return false; // the node does not listen
            }
            return unread.isEmpty();
        });
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdown();
    }
}

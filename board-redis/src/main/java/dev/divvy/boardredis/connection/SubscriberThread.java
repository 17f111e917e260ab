package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import dev.divvy.coordination.support.DaemonThreads;
import dev.divvy.coordination.support.Signal;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that receives published changes, with its connection: to any node, since a cluster forwards messages to all of its nodes. */
final class SubscriberThread {

    private static final Logger LOG = LoggerFactory.getLogger(SubscriberThread.class);
    private static final long CHECK_MILLIS = 250;
    private static final long RETRY_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(3);

    /** How long silence is trusted before a ping: a connection whose other end is gone is silent too. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ConnectionFactory connections;
    private final SlotOwners masters;
    private final Supplier<Set<String>> wanted;
    private final Consumer<String> onPublished;

    private final Thread thread = DaemonThreads.unstarted("divvy-redis-changes", this::run);
    private final Signal wakeup = new Signal();

    /** Channels with a message that was not yet passed on. */
    private final Set<String> published = ConcurrentHashMap.newKeySet();

    /** The channels that are subscribed to. Used only by this thread. */
    private final Set<String> subscribed = new HashSet<>();

    /** The number of consecutive failures. Used only by this thread. */
    private int failures;

    private volatile boolean ended;
    private volatile boolean closingAll;

    SubscriberThread(
            ConnectionFactory connections,
            SlotOwners masters,
            Supplier<Set<String>> wanted,
            Consumer<String> onPublished) {
        this.connections = connections;
        this.masters = masters;
        this.wanted = wanted;
        this.onPublished = onPublished;
    }

    void start() {
        thread.start();
    }

    /** Ends the thread. With {@code all} all connections are about to be closed, this one too. */
    void end(boolean all) {
        closingAll = all;
        ended = true;
        thread.interrupt();
    }

    /** Waits for the thread to end, unless called by it. */
    void join(long millis) {
        if (thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes the thread check again which channels are wanted. */
    void wake() {
        wakeup.raise();
    }

    void published(String channel) {
        published.add(channel);
        wakeup.raise();
    }

    private void run() {
        while (!ended) {
            try {
                listenTo(nextNode());
            } catch (InterruptedException e) {
                // end() interrupts; the loop checks for it.
            } catch (RedisAccessException e) {
                logFailure(e);
                pause();
            }
        }
    }

    private String nextNode() {
        List<String> nodes = masters.nodes();
        return nodes.get(failures % nodes.size());
    }

    /** Warns once per series of failures: meanwhile members see changes only at their next pulse. */
    private void logFailure(RedisAccessException error) {
        failures++;
        if (failures == 1 && !ended) {
            LOG.warn("cannot listen for changes in Redis; retrying: {}", error.getMessage());
        } else {
            LOG.debug("cannot listen for changes in Redis, failure {} in a row: {}", failures, error.getMessage());
        }
    }

    private void listenTo(String address) throws InterruptedException {
        CompletableFuture<StatefulRedisPubSubConnection<String, String>> attempt;
        try {
            attempt = connections.openPubSub(address);
        } catch (RuntimeException e) {
            throw connections.explain(address, e);
        }
        try {
            listen(address, connected(address, attempt));
        } finally {
            subscribed.clear();
            if (!closingAll) {
                CompletableFuture<Void> unused = attempt.thenAccept(ConnectionFactory::close);
            }
        }
    }

    private StatefulRedisPubSubConnection<String, String> connected(
            String address, CompletableFuture<StatefulRedisPubSubConnection<String, String>> attempt)
            throws InterruptedException {
        try {
            return attempt.get(REPLY_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw connections.explain(address, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw timedOut(address, e);
        }
    }

    private void listen(String address, StatefulRedisPubSubConnection<String, String> connection)
            throws InterruptedException {
        connection.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String message) {
                published(channel);
            }
        });
        long lastHeard = System.nanoTime();
        while (!ended) {
            updateSubscriptions(address, connection);
            failures = 0;
            Set<String> changed = await();
            changed.forEach(onPublished);
            if (!changed.isEmpty()) {
                lastHeard = System.nanoTime();
            } else if (!connection.isOpen()) {
                throw new RedisAccessException(Kind.UNAVAILABLE, "the connection to Redis at " + address + " was lost");
            } else if (System.nanoTime() - lastHeard > SILENCE_NANOS) {
                // A ping: subscribing again changes nothing, and is answered.
                awaitReply(address, connection.async().subscribe(subscribed.toArray(String[]::new)));
                lastHeard = System.nanoTime();
            }
        }
    }

    /** Subscribes and unsubscribes. Reports each new channel as changed, because an earlier message may have been missed. */
    private void updateSubscriptions(String address, StatefulRedisPubSubConnection<String, String> connection)
            throws InterruptedException {
        Set<String> now = wanted.get();
        for (String channel : now) {
            if (!subscribed.contains(channel)) {
                awaitReply(address, connection.async().subscribe(channel));
                subscribed.add(channel);
                published(channel);
            }
        }
        for (String channel : List.copyOf(subscribed)) {
            if (!now.contains(channel) && subscribed.size() > 1) {
                awaitReply(address, connection.async().unsubscribe(channel));
                subscribed.remove(channel);
            }
        }
    }

    private Set<String> await() throws InterruptedException {
        if (published.isEmpty()) {
            wakeup.await(CHECK_MILLIS, TimeUnit.MILLISECONDS);
        }
        Set<String> changed = Set.copyOf(published);
        published.removeAll(changed);
        return changed;
    }

    private void awaitReply(String address, Future<Void> reply) throws InterruptedException {
        try {
            reply.get(REPLY_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw connections.explain(address, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw timedOut(address, e);
        }
    }

    private static RedisAccessException timedOut(String address, TimeoutException cause) {
        return new RedisAccessException(
                Kind.UNAVAILABLE,
                "Redis at " + address + " did not answer within " + REPLY_TIMEOUT.toMillis() + " ms",
                cause);
    }

    private void pause() {
        LockSupport.parkNanos(RETRY_DELAY_NANOS); // end() interrupts it
    }
}

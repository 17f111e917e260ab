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

/** The thread that reads what is published, and its connection: to any node, since a cluster tells all of its nodes. */
final class SubscriberThread {

    private static final Logger LOG = LoggerFactory.getLogger(SubscriberThread.class);
    private static final long LOOK_MILLIS = 250;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final Duration ANSWER = Duration.ofSeconds(3);

    /** How long silence is believed: a connection whose other end is gone is silent too. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ConnectionFactory door;
    private final SlotOwners masters;
    private final Supplier<Set<String>> wanted;
    private final Consumer<String> told;

    private final Thread thread = DaemonThreads.unstarted("divvy-redis-changes", this::run);
    private final Signal news = new Signal();

    /** Channels on which something was published and not told yet. */
    private final Set<String> published = ConcurrentHashMap.newKeySet();

    /** The channels that are listened to. This thread's own. */
    private final Set<String> listening = new HashSet<>();

    /** How often in a row it failed. This thread's own. */
    private int failures;

    private volatile boolean ended;
    private volatile boolean doorCloses;

    SubscriberThread(ConnectionFactory door, SlotOwners masters, Supplier<Set<String>> wanted, Consumer<String> told) {
        this.door = door;
        this.masters = masters;
        this.wanted = wanted;
        this.told = told;
    }

    void start() {
        thread.start();
    }

    /** With {@code andAllConnections} all connections are about to be ended, this one too. */
    void end(boolean andAllConnections) {
        doorCloses = andAllConnections;
        ended = true;
        thread.interrupt();
    }

    /** Waits for the thread to end, unless it is the calling one. */
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

    /** Makes it look again which channels are wanted. */
    void wake() {
        news.raise();
    }

    void published(String channel) {
        published.add(channel);
        news.raise();
    }

    private void run() {
        while (!ended) {
            try {
                listenTo(next());
            } catch (InterruptedException e) {
                // Somebody ends the loop; it looks by itself.
            } catch (RedisAccessException e) {
                tell(e);
                pause();
            }
        }
    }

    private String next() {
        List<String> nodes = masters.nodes();
        return nodes.get(failures % nodes.size());
    }

    /** Once for each row of failures: whoever is not told has to look, and that is slower. */
    private void tell(RedisAccessException error) {
        failures++;
        if (failures == 1 && !ended) {
            LOG.warn("Redis cannot be listened to now; it is tried again and again: {}", error.getMessage());
        } else {
            LOG.debug("Redis cannot be listened to, for the {}. time: {}", failures, error.getMessage());
        }
    }

    private void listenTo(String address) throws InterruptedException {
        CompletableFuture<StatefulRedisPubSubConnection<String, String>> attempt;
        try {
            attempt = door.openEar(address);
        } catch (RuntimeException e) {
            throw door.refusal(address, e);
        }
        try {
            listen(address, connected(address, attempt));
        } finally {
            listening.clear();
            if (!doorCloses) {
                CompletableFuture<Void> unused = attempt.thenAccept(ConnectionFactory::end);
            }
        }
    }

    private StatefulRedisPubSubConnection<String, String> connected(
            String address, CompletableFuture<StatefulRedisPubSubConnection<String, String>> attempt)
            throws InterruptedException {
        try {
            return attempt.get(ANSWER.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw door.refusal(address, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw silent(address, e);
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
        long heard = System.nanoTime();
        while (!ended) {
            follow(address, connection);
            failures = 0;
            Set<String> changed = await();
            changed.forEach(told);
            if (!changed.isEmpty()) {
                heard = System.nanoTime();
            } else if (!connection.isOpen()) {
                throw new RedisAccessException(Kind.AWAY, "the connection to Redis at " + address + " was lost");
            } else if (System.nanoTime() - heard > SILENCE_NANOS) {
                // Subscribing to what is listened to already changes nothing, and is answered.
                answered(address, connection.async().subscribe(listening.toArray(String[]::new)));
                heard = System.nanoTime();
            }
        }
    }

    /** What was published before a channel is listened to may have been missed. */
    private void follow(String address, StatefulRedisPubSubConnection<String, String> connection)
            throws InterruptedException {
        Set<String> now = wanted.get();
        for (String channel : now) {
            if (!listening.contains(channel)) {
                answered(address, connection.async().subscribe(channel));
                listening.add(channel);
                published(channel);
            }
        }
        for (String channel : List.copyOf(listening)) {
            if (!now.contains(channel) && listening.size() > 1) {
                answered(address, connection.async().unsubscribe(channel));
                listening.remove(channel);
            }
        }
    }

    private Set<String> await() throws InterruptedException {
        if (published.isEmpty()) {
            news.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
        Set<String> changed = Set.copyOf(published);
        published.removeAll(changed);
        return changed;
    }

    private void answered(String address, Future<Void> answer) throws InterruptedException {
        try {
            answer.get(ANSWER.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw door.refusal(address, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw silent(address, e);
        }
    }

    private static RedisAccessException silent(String address, TimeoutException cause) {
        return new RedisAccessException(
                Kind.AWAY, "Redis at " + address + " did not answer within " + ANSWER.toMillis() + " ms", cause);
    }

    private void pause() {
        LockSupport.parkNanos(RETRY_NANOS); // an end interrupts it
    }
}

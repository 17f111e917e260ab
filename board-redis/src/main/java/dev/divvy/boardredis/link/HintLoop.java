package dev.divvy.boardredis.link;

import dev.divvy.boardredis.link.RedisTroubleException.Kind;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that listens to what is published, and its connection: to any node, as a cluster tells all of them. */
final class HintLoop extends Thread {

    private static final Logger LOG = LoggerFactory.getLogger(HintLoop.class);
    private static final long LOOK_MILLIS = 250;
    private static final long RETRY_MILLIS = 500;
    private static final Duration ANSWER = Duration.ofSeconds(3);

    /** How long silence is believed: a connection whose other end is gone is silent too. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Door door;
    private final Masters masters;
    private final Supplier<Set<String>> wanted;
    private final Consumer<String> told;

    /** Channels on which something was published and not told yet. Guarded by itself. */
    private final Set<String> news = new HashSet<>();

    /** The channels that are listened to. This thread's own. */
    private final Set<String> listening = new HashSet<>();

    /** How often in a row it failed. This thread's own. */
    private int failures;

    private volatile boolean ended;
    private volatile boolean doorCloses;

    HintLoop(Door door, Masters masters, Supplier<Set<String>> wanted, Consumer<String> told) {
        super("divvy-redis-hints");
        setDaemon(true);
        this.door = door;
        this.masters = masters;
        this.wanted = wanted;
        this.told = told;
    }

    /** With {@code andTheDoor} all connections are about to be ended, this one too. */
    void end(boolean andTheDoor) {
        doorCloses = andTheDoor;
        ended = true;
        interrupt();
    }

    /** Others are to be listened to now. */
    void wake() {
        synchronized (news) {
            news.notifyAll();
        }
    }

    void heard(String channel) {
        synchronized (news) {
            news.add(channel);
            news.notifyAll();
        }
    }

    @Override
    public void run() {
        while (!ended) {
            try {
                listenTo(next());
            } catch (InterruptedException e) {
                // Somebody ends the loop; it looks by itself.
            } catch (RedisTroubleException e) {
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
    private void tell(RedisTroubleException error) {
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
                CompletableFuture<Void> unused = attempt.thenAccept(Door::end);
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
                heard(channel);
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
                throw new RedisTroubleException(Kind.AWAY, "the connection to Redis at " + address + " was lost");
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
                heard(channel);
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
        synchronized (news) {
            if (news.isEmpty()) {
                news.wait(LOOK_MILLIS);
            }
            Set<String> changed = Set.copyOf(news);
            news.clear();
            return changed;
        }
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

    private static RedisTroubleException silent(String address, TimeoutException cause) {
        return new RedisTroubleException(
                Kind.AWAY, "Redis at " + address + " did not answer within " + ANSWER.toMillis() + " ms", cause);
    }

    private void pause() {
        try {
            sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            // Somebody ends the loop; it looks by itself.
        }
    }
}

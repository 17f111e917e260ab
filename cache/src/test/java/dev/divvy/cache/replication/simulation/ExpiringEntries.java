package dev.divvy.cache.replication.simulation;

import dev.divvy.cache.cluster.PendingReply;
import dev.divvy.cache.cluster.ServedToken;
import dev.divvy.cache.store.EntryLayout;
import dev.divvy.cache.store.TokenStore;
import dev.divvy.testkit.simulation.random.SeededRandom;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Clients that put and read an entry per token that expires, on nodes with different wall clocks. An entry that was absent in a reply never
 * comes back, whatever the clocks do. It is there for its time-to-live and not for much longer, unless a clock jumped meanwhile.
 */
final class ExpiringEntries {

    private static final byte[] KEY = "brief".getBytes(StandardCharsets.US_ASCII);

    /** The difference up to which the clocks of nodes count as equal. */
    private static final long TOLERANCE_NANOS = 1_000_000_000L;

    /** The time by which entries may live longer, since their remaining time counts from each arrival at another node. */
    private static final long TRANSFERS_NANOS = 10_000_000_000L;

    /** The time for which a token is written to, and then not: longer than a time-to-live. */
    private static final long WRITING_NANOS = 8_000_000_000L;

    /** The entry of one token, as the replies have shown it. A value is a number; later values are higher. */
    private static final class Known {
        private final TokenLog log;
        private int generation;

        /** The last value that was shown, and the highest one that was absent later. */
        private int shown;

        private int absent;

        private Known(TokenLog log) {
            this.log = log;
        }
    }

    /**
     * A command that ran and waits for its reply.
     *
     * @param value what it showed; 0 for nothing
     * @param before what replies had shown when it began
     * @param absent the values that were absent then
     * @param last the last value that any client had put
     */
    private record Command(String node, int generation, int value, int before, int absent, int last, long nanos) {}

    private final SimulatedCluster cluster;
    private final SeededRandom random;
    private final long timeToLiveMillis;
    private final List<Known> entries = new ArrayList<>();
    private final Map<Integer, Long> putNanos = new HashMap<>();
    private int lastValue;
    private long lastAdvance = Long.MIN_VALUE;
    private long lastReturn = Long.MIN_VALUE;
    private long expired;

    ExpiringEntries(SimulatedCluster cluster) {
        this.cluster = cluster;
        this.random = new SeededRandom(cluster.seed() + 29);
        this.timeToLiveMillis = cluster.scenario().timeToLive().toMillis();
        cluster.clients().logs().forEach(log -> entries.add(new Known(log)));
    }

    /** Returns the number of replies without a value after one with a value. */
    long expired() {
        return expired;
    }

    void start() {
        if (timeToLiveMillis > 0) {
            ask();
            jump();
        }
    }

    private void ask() {
        long mean = cluster.scenario().commandEvery().toNanos();
        cluster.queue().in(random.between(0, 2 * mean), () -> {
            Known entry = random.pick(entries);
            boolean writing = (cluster.now() / WRITING_NANOS + entry.log.token()) % 2 == 0;
            boolean put = random.below(3) == 0 && writing && !cluster.isCalm();
            for (SimulatedNode node : cluster.nodes().all()) {
                if (!node.isPaused()) {
                    node.run(() -> run(node, entry, put));
                }
            }
            ask();
        });
    }

    /** Sets the wall clock of a node to another time. */
    private void jump() {
        long mean = Duration.ofSeconds(6).toNanos();
        cluster.queue().in(random.between(0, 2 * mean), () -> {
            if (!cluster.isCalm()) {
                if (!cluster.nodes().all().isEmpty()) {
                    SimulatedNode node = random.pick(cluster.nodes().all());
                    long ahead = node.setWallClock(random);
                    cluster.trace(() -> "the wall clock of " + node + " jumps by " + ahead + " ms");
                    lastAdvance = ahead > 0 ? cluster.now() : lastAdvance;
                    lastReturn = ahead < 0 ? cluster.now() : lastReturn;
                }
                jump();
            }
        });
    }

    private void run(SimulatedNode node, Known entry, boolean put) {
        ServedToken served = node.servedTokens().get(entry.log.token());
        if (served == null || entry.log.answered().length == 0) {
            return; // the log shows whether the token was lost
        }
        synchronized (served.store()) {
            if (node.servedTokens().mayServe(served)) {
                int value = put ? put(served.store(), node.wallMillis()) : find(served.store(), node.wallMillis());
                if (entry.generation != entry.log.generation()) {
                    entry.generation = entry.log.generation();
                    entry.shown = 0;
                }
                Command command = new Command(
                        node.toString(), entry.generation, value, entry.shown, entry.absent, lastValue, cluster.now());
                answerLater(node, entry, command, served.copies().pendingReply());
            }
        }
    }

    private int put(TokenStore store, long now) {
        byte[] value = ByteBuffer.allocate(Integer.BYTES).putInt(++lastValue).array();
        store.put(EntryLayout.of(KEY, value, now + timeToLiveMillis, now));
        putNanos.put(lastValue, cluster.now());
        return lastValue;
    }

    private static int find(TokenStore store, long now) {
        byte[] entry = store.find(KEY, 0, KEY.length, now);
        return entry == null ? 0 : ByteBuffer.wrap(EntryLayout.value(entry)).getInt();
    }

    private void answerLater(SimulatedNode node, Known entry, Command command, @Nullable PendingReply reply) {
        if (reply == null) {
            answer(entry, command);
            return;
        }
        reply.whenDecided(confirmed -> {
            if (confirmed && !node.isCrashed()) {
                answer(entry, command);
            }
        });
    }

    private void answer(Known entry, Command command) {
        int token = entry.log.token();
        cluster.trace(() -> command.node + " shows " + command.value + " of the expiring entry of token " + token);
        if (command.generation != entry.log.generation() || command.generation != entry.generation) {
            return; // the token was lost meanwhile
        }
        if (command.value == 0) {
            if (command.before > command.absent && expiredTooEarly(command)) {
                fail(Violation.EXPIRED_TOO_EARLY, token, command);
            }
            expired += entry.shown > entry.absent ? 1 : 0;
            entry.absent = Math.max(entry.absent, command.last);
            return;
        }
        if (command.value <= command.absent) {
            fail(Violation.EXPIRED_CAME_BACK, token, command);
        } else if (command.value < command.before) {
            fail(Violation.NOT_LINEARIZABLE, token, command);
        } else if (expiredTooLate(command)) {
            fail(Violation.EXPIRED_TOO_LATE, token, command);
        }
        entry.shown = Math.max(entry.shown, command.value);
    }

    private boolean expiredTooEarly(Command command) {
        long put = putNanos.getOrDefault(command.before, 0L);
        return lastAdvance < put && command.nanos < put + timeToLiveMillis * 1_000_000 - TOLERANCE_NANOS;
    }

    private boolean expiredTooLate(Command command) {
        long put = putNanos.getOrDefault(command.value, 0L);
        return lastReturn < put && command.nanos > put + timeToLiveMillis * 1_000_000 + TRANSFERS_NANOS;
    }

    private void fail(Violation violation, int token, Command command) {
        cluster.fail(violation, "token " + token + ", " + command);
    }
}

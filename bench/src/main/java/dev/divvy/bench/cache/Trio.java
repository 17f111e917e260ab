package dev.divvy.bench.cache;

import dev.divvy.bench.cache.contestant.Kind;
import dev.divvy.bench.cache.contestant.Member;
import dev.divvy.bench.cache.contestant.Said;
import dev.divvy.bench.live.Moments;
import dev.divvy.testservers.process.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Three members, of which this process is one. Answers how many nanoseconds a change took until this one saw no more of it. */
final class Trio implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int MEMBERS = DriverProcess.MEMBERS;
    private static final int HANDS = 8;
    private static final int AT_ONCE = 256;

    private final Kind kind;
    private final Arena arena = new Arena();
    private final List<Integer> ports = Arena.ports(MEMBERS);
    private final Member own;

    /** Those on the second and the third port, the longest there first. */
    private final List<Other> others = new ArrayList<>();

    private record Other(int port, TestProcess process) {}

    Trio(Kind kind) throws Exception {
        this.kind = kind;
        arena.rehearse(kind);
        this.own = kind.member(ports.get(0), ports);
        for (int port : ports.subList(1, MEMBERS)) {
            others.add(new Other(port, arena.member(kind, port, ports)));
        }
        await(MEMBERS);
    }

    /** So many entries altogether. */
    void fill(int entries) throws Exception {
        ExecutorService hands = Executors.newFixedThreadPool(HANDS);
        try {
            List<Callable<Boolean>> shares = new ArrayList<>();
            for (int hand = 0; hand < HANDS; hand++) {
                int first = hand;
                shares.add(() -> {
                    for (int i = first; i < entries; i += HANDS) {
                        own.put(Keys.name(i), Keys.VALUE);
                    }
                    return true;
                });
            }
            for (Future<Boolean> share : hands.invokeAll(shares)) {
                share.get();
            }
        } finally {
            hands.shutdownNow();
        }
    }

    /** How many of these are not found. */
    long missing(int entries) {
        long missing = 0;
        for (int from = 0; from < entries; from += AT_ONCE) {
            missing += IntStream.range(from, Math.min(entries, from + AT_ONCE))
                    .mapToObj(i -> own.getLater(Keys.name(i)).toCompletableFuture())
                    .toList()
                    .stream()
                    .filter(Trio::isMissing)
                    .count();
        }
        return missing;
    }

    private static boolean isMissing(CompletableFuture<byte[]> found) {
        try {
            return found.join() == null;
        } catch (CompletionException e) {
            if (e.getCause() instanceof NoSuchElementException) {
                return true;
            }
            throw e;
        }
    }

    long kill() {
        long began = System.nanoTime();
        others.remove(0).process().kill();
        return await(others.size() + 1) - began;
    }

    long leave() {
        long began = System.nanoTime();
        others.remove(0).process().terminate();
        return await(others.size() + 1) - began;
    }

    /** Whoever is missing joins again. */
    long join() {
        int port = ports.stream()
                .skip(1)
                .filter(one -> others.stream().noneMatch(other -> other.port() == one))
                .findFirst()
                .orElseThrow();
        long began = System.nanoTime();
        others.add(new Other(port, arena.startMember(kind, port, ports)));
        long stable = await(MEMBERS);
        others.get(others.size() - 1).process().awaitSaid(Said.SERVING, 1);
        return stable - began;
    }

    /** When this was so. */
    private long await(int members) {
        Moments.await(members + " members are stable", PATIENCE, () -> own.isStable(members));
        return System.nanoTime();
    }

    @Override
    public void close() {
        own.close();
        arena.close();
    }
}
